import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { daysFrom } from "../../../src/lib/day.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { listening } from "../../support/listening.ts";
import { person, shownText } from "../../support/slack-person.ts";

/** The ranges of days in the cloud's requests. */
const asked: string[] = [];

/** The cloud's present costs of each day. */
let perDay = 15;

/** A cloud with its own word for credits. All of its records are locked. */
const cloud = await listening(
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://cloud");
    const isCosts = pathname.endsWith("/usageCost");
    const [from = "", to = ""] = [searchParams.get("from_date"), searchParams.get("to_date")].map(String);
    if (isCosts) asked.push(`${from} ${to}`);
    const result = isCosts ? costsOf(daysFrom(from, to)) : [];
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ result }));
  }),
);
afterAll(cloud.close);

function costsOf(days: string[]) {
  const costs = days.map((date) => ({
    date,
    entityId: "s1",
    entityName: "orders",
    entityType: "service",
    serviceId: "s1",
    metrics: { computeXYZ: perDay },
    totalXYZ: perDay,
    locked: true,
  }));
  return { grandTotalXYZ: perDay * days.length, costs };
}

const environment = useTestEnvironment({ environment: () => ({ CLOUD_BASE_URL: cloud.url }) });
const answer = async (command: string, expected: string) =>
  shownText(await answerTo(environment.ada, command, expected));
const question = "/db costs 2020-01-06 to 2020-01-12";
const advice =
  "The cloud's amounts end in `XYZ`. Ask the operator of Quartermaster to set `WIRE_CREDITS=XYZ`.";

test("amounts with an unknown ending are refused with the setting to change, and never count as 0", async () => {
  expect(await answer(question, "I don't understand the costs")).toContain(advice);
  expect(await answer(question.replace("costs", "costs csv"), "I don't understand the costs")).toContain(
    advice,
  );
  expect(await answer("/db doctor", "costs")).toContain(advice);
  const budget = await answer("/db costs budget set 5 monthly", "I couldn't read how much is used.");
  expect(budget).toContain(advice);
  expect(budget).not.toContain("0.00");
  await environment.ada.waitForMessage("direct", (message) =>
    shownText(message).includes("is waiting, because I can't read the costs"),
  );
  await environment.ada.home();
  await environment.ada.waitForHome((home) =>
    JSON.stringify(home).includes("I can't read this month's costs."),
  );
});

test("with the setting the same command works, without a manual reread", async () => {
  environment.environment["WIRE_CREDITS"] = "XYZ";
  await environment.restartApp();
  expect(await answer(question, "*105.00 credits*")).toContain("orders");
  expect(await answer("/db doctor", "costs")).toContain("I can read yesterday's costs");
});

test("an admin can reread days that were stored wrongly, only those of the range, with an audit entry", async () => {
  perDay = 16;
  expect(await answer(question, "*105.00 credits*")).toContain("orders");
  asked.length = 0;
  const said = await answer("/db costs reread 2020-01-06 to 2020-01-12", "I've read 7 days");
  expect(said).toContain("All of them changed. The costs from 6 to 12 Jan 2020 are *112.00 credits*.");
  expect(await answer(question, "*112.00 credits*")).toContain("orders");
  expect(asked).toEqual(["2020-01-06 2020-01-12"]);
  expect(await answer("/db audit", "the costs of *2020-01-06 to 2020-01-12*")).toContain("read the costs");
  await answer("/db costs reread", "Which days? For example: `/db costs reread last month`.");
  const sam = person(environment.slack, "Sam Rivera");
  await answerTo(sam, "/db costs reread 2020-01-06", "admin");
  expect(asked).toHaveLength(1);
  await sam.leave();
});
