import { expect, test } from "vitest";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { anomalies } from "../../../../src/features/costs/anomalies/call.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import { type Day, utcDay } from "../../../../src/lib/day.ts";
import { readingOf } from "../question.ts";
import { costRecord } from "../records.ts";
import { type Costs, scheduleFixture } from "../../../platform/jobs/schedules/fixture.ts";
import { said } from "../../../support/said.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const orders = "a1b2c3d4-0000-4000-8000-000000000001";

/** 10 credits a day, and on two days more. The last two days may still change. */
const spikes: Readonly<Record<Day, number>> = { "2026-11-03": 60, "2026-11-10": 90.25 };
const costs: Costs = (day, now) => {
  const total = day > utcDay(now) ? 0 : (spikes[day] ?? 10);
  const locked = day < "2026-11-19";
  const amounts = { metrics: { computeCredits: total }, totalCredits: total, locked };
  const record = costRecord({ date: day, serviceId: orders, entityId: orders, ...amounts });
  return { locked, records: total === 0 ? [] : [record] };
};

const budget = BudgetSchedule.parse({
  id: "b",
  kind: "budget",
  channelId: "C1",
  connection: "default",
  createdBy: "U1",
  createdAt: "2026-09-01T00:00:00Z",
  every: "monthly",
  credits: "400",
  state: {},
});

async function answered(words: string, budgets = [budget]) {
  const start = "2026-11-21T10:00:00Z";
  const fixture = await scheduleFixture(redis.client, { workspaceId: "T1", start, costs }, budgets);
  const { people } = fixture.context.messenger;
  const find = (userId: string) => people.find(userId);
  const context = {
    ...fixture.context,
    people: { find, groups: async () => [], isMember: async () => false },
  };
  await context.connections.save({
    name: "default",
    kind: "managed",
    baseUrl: "https://api.cloud.example.com",
    organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    keyIdRef: "env:A",
    keySecretRef: "env:B",
    wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
  });
  const scope = { channelId: "C1", connection: "default" };
  await context.unusualDays.add(scope, {
    day: "2026-11-03",
    direction: "up",
    total: "60",
    usual: "10",
    movers: [],
  });
  await context.unusualDays.expect(scope, "2026-11-03", { by: "U2", at: "2026-11-05T10:00:00.000Z" });
  await context.audit.record({
    at: "2026-11-10T08:00:00.000Z",
    userId: "U3",
    userName: "Ada Park",
    action: "service.start",
    subject: "orders prod",
    result: "done",
  });
  const reading = readingOf(`anomalies ${words}`);
  expect(reading.entry.name).toBe("costs_anomalies");
  const checked = anomalies.check(reading.args ?? {});
  if ("problem" in checked) throw new Error(checked.problem);
  const asker = { workspaceId: "T1", userId: "U1" };
  const found = await checked.run(context, asker, { progress: async () => undefined });
  if (!("draw" in found)) throw new Error("no data");
  const reply = said(await found.draw());
  expect(validateMessage(reply)).toBeNull();
  return { reply, text: reply.text, data: anomalies.result?.parse(await found.data()) };
}

test("unusual days have their cause, and those that were expected are marked", async () => {
  const { text, data } = await answered("this month");
  expect(text.split("\n")).toEqual([
    "*2 unusual days* among the 18 final days from 1 to 18 Nov 2026.",
    "Tuesday 10 Nov 2026: 90.25 instead of 10.00, mostly orders prod.",
    expect.stringMatching(/^:mag: \*Likely:\* orders prod was started by Ada Park, /),
    "Tuesday 3 Nov 2026: 60.00 instead of 10.00, mostly orders prod.",
    expect.stringMatching(/^:white_check_mark: \*Expected:\* .+ said so\.$/),
    ":grey_question: I know of nothing that explains it.",
    "19 to 21 Nov aren't final, so I don't judge them yet. A day is compared with the same weekday in the four weeks before, if 14 days of costs are known. Of several in a row, the first counts. Days are in UTC.",
  ]);
  expect(data).toEqual({
    from: "2026-11-01",
    to: "2026-11-21",
    connection: "default",
    days: [
      expect.objectContaining({
        day: "2026-11-10",
        credits: "90.25",
        usualCredits: "10",
        cause: expect.objectContaining({ what: "started", service: "orders prod", userId: "U3" }),
      }),
      expect.objectContaining({ day: "2026-11-03", credits: "60", expectedBy: "U2" }),
    ],
    leftOut: 0,
    judgedDays: 18,
  });
});

test("what a budget of other costs expected isn't marked", async () => {
  const other = { ...budget, service: { serviceId: orders, name: "orders prod" } };
  expect((await answered("this month", [other])).text).not.toContain("expected");
});

test("one service's days name the metrics", async () => {
  const { text } = await answered('last 2 weeks "orders prod"');
  expect(text).toContain("*2 unusual days* among the 14 final days of *orders prod* from 2 to 15 Nov 2026.");
  expect(text).toContain("mostly Compute.");
});

test("days without anything unusual are said to be judged, and so are those that can't be", async () => {
  expect((await answered("october")).text).toContain(
    "*No unusual days* among the 31 final days from 1 to 31 Oct 2026.",
  );
  // A range of whole months ends before the last days, so a button has those.
  const { reply } = await answered("last 2 months");
  expect(reply.text).toContain("final days from 1 Sep to 31 Oct 2026.");
  expect(JSON.stringify(reply.blocks)).toContain('"Unusual days since 1 Nov 2026"');
  expect((await answered("yesterday")).text).toContain("No costs on 20 Nov 2026 are final yet");
});

test("more than a year is refused", async () => {
  await expect(answered("since 2024")).rejects.toThrow("in a year at most");
});
