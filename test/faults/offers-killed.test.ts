import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { placedElements, blocksOf, shownText } from "@quartermaster/local-slack/person";
import { answerTo } from "../support/answer-to.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { clickForged } from "../support/interaction.ts";
import { call, newToken, program } from "../support/program.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({ ownProcess: true, environment: () => ({ MCP: "on" }) });

test("if the app is killed while it does what was approved, the message says so without buttons, and its program hears that it is unknown", async () => {
  const { ada, organization } = environment;
  const id = organization.services[0]?.id ?? "";
  await answerTo(ada, `/db services add ${id} orders prod`, "Added *orders prod*");
  const token = await newToken(ada, "killed", "propose");
  const given = { command: "services_start", arguments: { service: "orders prod" } };
  await using client = await program(environment.app.url, token, "2026");
  const { data } = await call(client, "propose_command", given);
  const message = await ada.waitForMessage("direct", "*killed* proposes");
  const approve = placedElements(blocksOf(message)).find(({ actionId }) => actionId === "offer-approve");
  const slow = { kind: "delay", ms: 20_000, times: 1, match: { operation: "getService" } };
  await environment.faults(slow);
  await ada.click(message, "offer-approve");
  await until(async () =>
    (await environment.received("GET")).some((path) => JSON.stringify(path).includes("/services/")),
  );
  await environment.app.end("SIGKILL");
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await environment.restartApp();
  const redis = new Redis(environment.redisUrl);
  await until(async () => (await redis.keys("qm:{*}:press:offer.*")).length === 0);
  redis.disconnect();
  const ended = await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes("I was stopped while I did it"),
  );
  expect(shownText(ended)).toContain("Look before you ask again.");
  expect(placedElements(blocksOf(ended))).toEqual([]);
  await using asking = await program(environment.app.url, token, "2026");
  const status = await call(asking, "offer_status", { offer: data["offer"] });
  expect(status.data).toMatchObject({ state: "unknown", reason: expect.stringContaining("Look before") });
  // A press on the old message does nothing, and says the same.
  const value = String(approve?.element["value"]);
  const press = { actionId: "offer-approve", value, userId: ada.id };
  expect(await clickForged(environment, press)).toContain("Look before you ask again.");
}, 300_000);
