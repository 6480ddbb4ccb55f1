import { expect, test } from "vitest";
import { chartOf } from "../../../../src/features/costs/answer/answer.ts";
import { loadMonth } from "../../../../src/features/costs/month/load.ts";
import { monthReply, showMonth } from "../../../../src/features/costs/month/page.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import { readEvery } from "../../../../src/features/costs/reports/every.ts";
import { parseCostRange } from "../../../../src/lib/period/range.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { type Day, utcDay } from "../../../../src/lib/day.ts";
import { runs } from "../../../support/pressed.ts";
import { useRedis } from "../../../support/redis.ts";
import { type Costs, scheduleFixture } from "../../../platform/jobs/schedules/fixture.ts";
import { reportFixture } from "../reports/fixture.ts";
import { costRecord } from "../records.ts";

const redis = useRedis();
const spike = "2026-11-10";

/** 10 credits a day, on Mondays 12, and once 90. Past days are final. */
const costs: Costs = (day: Day, now: Date) => {
  const locked = day < utcDay(now);
  const total = day > utcDay(now) ? 0 : day === spike ? 90 : new Date(day).getUTCDay() === 1 ? 12 : 10;
  const amounts = { metrics: { computeCredits: total }, totalCredits: total, locked };
  return { locked, records: [costRecord({ date: day, entityId: "s1", serviceId: "s1", ...amounts })] };
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

async function pageOf(words: string, start = "2026-11-21T10:00:00Z") {
  const fixture = await scheduleFixture(redis.client, { workspaceId: "T1", start, costs }, [budget]);
  const { context } = fixture;
  await context.connections.save({
    name: "default",
    kind: "managed",
    baseUrl: "https://api.cloud.example.com",
    organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    keyIdRef: "env:A",
    keySecretRef: "env:B",
    wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
  });
  await context.creditPrices.set("default", { amount: "0.30", currency: "EUR" });
  for (const [index, [action, at]] of [
    ["service.stop", "2026-11-12T10:00:00.000Z"],
    ["service.stop", "2026-11-13T10:00:00.000Z"],
    ["service.delete", "2026-10-31T23:00:00.000Z"],
    ["service.start", "2026-11-14T10:00:00.000Z"],
  ].entries())
    await context.audit.record({
      at: at ?? "",
      userId: "U1",
      action: action ?? "",
      subject: index < 2 ? "dev" : "x",
      result: "done",
    });
  const page = await loadMonth(parseCostRange(words, fixture.now), "default", context);
  const reply = monthReply(page, {});
  expect(validateMessage(reply)).toBeNull();
  return { page, text: reply.text };
}

test("the page of the present month has what was spent, a forecast with its range, budget, unusual days and what was saved", async () => {
  const { page, text } = await pageOf("this month");
  // 20 whole days with 3 Mondays and the spike, and today so far.
  const spent = 10 * 21 + 2 * 3 + 80;
  expect(page.summary.total.toNumber()).toBe(spent);
  expect(text).toContain(`*Spent:* ${spent}.00 credits (€88.80) so far.`);
  expect(text).toMatch(/\*Forecast:\* about 389 credits or €116\.70, from 386\.28 \(€115\.88\) to 404\.33/);
  expect(text).toContain(
    "• The monthly budget of 400 credits (€120.00) for all costs: 296.00 (€88.80) used, 104.00 (€31.20) left.",
  );
  expect(text).toContain(
    "• Tuesday 10 Nov 2026: 90.00 (€27.00) instead of 10.00 (€3.00), mostly orders prod.",
  );
  expect(text).toContain("*Saved:* 1 service stopped, made smaller or deleted here.");
});

test("a month that is over has no forecast, and says what there was not", async () => {
  const { page, text } = await pageOf("october");
  expect(page.ahead).toBeUndefined();
  expect(text).toContain("*October 2026*");
  expect(text).not.toContain("*Forecast:*");
  expect(text).toContain("*Unusual days:* none among the final days.");
});

/** 0.1 credits a day of one service and 0.2 of another. The last two days may still change. */
const twoServices: Costs = (day: Day) => {
  const locked = day < "2026-10-30";
  const cost = (id: string, entityName: string, total: number) =>
    costRecord({
      date: day,
      entityId: id,
      entityName,
      metrics: { computeCredits: total },
      totalCredits: total,
      locked,
    });
  return { locked, records: [cost("s1", "orders prod", 0.1), cost("s2", "billing", 0.2)] };
};

async function octoberWith(teams: Readonly<Record<string, string>>) {
  const fixture = await scheduleFixture(
    redis.client,
    { workspaceId: "T3", start: "2026-11-21T10:00:00Z", costs: twoServices },
    [],
  );
  const { context } = fixture;
  for (const [serviceId, name] of Object.entries(teams))
    await context.owners.set(serviceId, {
      serviceId,
      connection: "default",
      name: serviceId,
      team: { kind: "name", name },
      since: "2026-11-01T00:00:00Z",
      by: "U1",
    });
  const page = await loadMonth(parseCostRange("october", fixture.now), "default", context);
  const picture = { type: "image", alt_text: "Bars.", image_url: "https://example.com/a.png" } as const;
  const { partColors } = context;
  const chart = await chartOf(page.summary, { view: "service", partColors });
  const reply = monthReply(page, { chart, picture });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

test("a month's page has its parts by team and by service in one table, and a picture", async () => {
  const { text, blocks } = await octoberWith({ s1: "payments" });
  expect(blocks.map(({ type }) => type).slice(0, 4)).toEqual(["header", "section", "image", "table"]);
  expect(text).toContain(
    [
      "Team | Credits | Change | Share",
      "No team | 6.20 | steady +3.3% | 66.7%",
      "payments | 3.10 | steady +3.3% | 33.3%",
      "Service | Credits | Change | Share",
      "billing | 6.20 | steady +3.3% | 66.7%",
      "orders prod | 3.10 | steady +3.3% | 33.3%",
    ].join("\n"),
  );
  expect(JSON.stringify(blocks[3])).toContain('"text":"Service","style":{"bold":true}');
  expect(text).toContain("*Credits per 7 days:* 1 Oct to 7 Oct: 2.10 · 8 Oct to 14 Oct: 2.10 · 15 Oct to");
  expect(text).toContain("*Spent:* 9.30 credits.");
  expect(text).toContain("30 and 31 Oct are provisional: the amounts may still change.");
  expect(text).toContain("“No team” has no team yet.");
});

test("without teams, a month's page has only its services, and says how to give them a team", async () => {
  const { text } = await octoberWith({});
  expect(text).not.toContain("Team |");
  expect(text).not.toContain("“No team”");
  expect(text).toContain("billing | 6.20");
  expect(text).toContain("No service has a team yet.");
  expect((await octoberWith({ s1: "payments", s2: "payments" })).text).not.toContain("has a team");
});

test("a monthly report can be the page, posted once after the month", async () => {
  expect(readEvery("monthly page")).toMatchObject({ every: "monthly", isPage: true });
  expect(() => readEvery("weekly page")).toThrow("comes monthly");
  const fixture = await reportFixture(redis.client, "2026-10-15T06:00:00Z", {
    every: "monthly",
    isPage: true,
  });
  const pictured: number[] = [];
  const blockOf = (_: object, waitMs: number) => (pictured.push(waitMs), Promise.resolve(undefined));
  Object.assign(fixture.context.pictures, { blockOf });
  await fixture.runUntil("2026-12-02T12:00:00Z", 3);
  // No person waits for it.
  expect(new Set(pictured)).toEqual(new Set([10_000]));
  expect(
    fixture.posted.filter(({ threadTs }) => threadTs === undefined).map(({ text }) => text.split("\n")[0]),
  ).toEqual(["*October 2026*", "*November 2026*"]);
});

test("a page may be of another connection, and its buttons stay with that", async () => {
  const { context } = await scheduleFixture(
    redis.client,
    { workspaceId: "T2", start: "2026-11-21T10:00:00Z", costs },
    [],
  );
  for (const name of ["default", "acme"])
    await context.connections.save({
      name,
      kind: "managed",
      baseUrl: "https://api.cloud.example.com",
      organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
      keyIdRef: "env:A",
      keySecretRef: "env:B",
      wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
    });
  const show = (wanted: { month?: string; connection?: string }) =>
    showMonth(wanted, context, { progress: async () => undefined });
  expect(await (await show({})).data()).toMatchObject({ connection: "default", from: "2026-11-01" });
  expect(await (await show({ connection: "ACME" })).data()).toMatchObject({
    connection: "acme",
    from: "2026-11-01",
  });
  const october = await show({ month: "october", connection: "acme" });
  expect(await october.data()).toMatchObject({ connection: "acme", from: "2026-10-01" });
  const reply = await october.draw();
  const drawn = JSON.stringify("blocks" in reply && reply.blocks);
  const page = runs("costs_month", { month: "2026-09-01 to 2026-09-30", connection: "acme" }, "page");
  expect(drawn).toContain(JSON.stringify(page));
  expect(drawn).toContain(JSON.stringify(runs("costs_savings", { connection: "acme" })));
  expect(drawn).not.toContain("costs_show");
  expect(drawn).toContain("acme");
  await expect(show({ month: "october", connection: "acne" })).rejects.toThrow(
    "I can't find a connection called “acne”.",
  );
});
