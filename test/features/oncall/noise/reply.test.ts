import type { Button, KnownBlock } from "@slack/types";
import { beforeEach, expect, test } from "vitest";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { noiseReply } from "../../../../src/features/oncall/noise/reply.ts";
import { type NoiseReport, noiseReport, weekOf } from "../../../../src/features/oncall/noise/report.ts";
import { alertEvent, hookRecord, incidentRecord, putIncidents } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../../alerts/fixture.ts";
import { runs } from "../../../support/pressed.ts";

const redis = useRedis();
const week = weekOf(new Date("2026-11-20T10:00:00Z"), "Europe/Berlin");
const around = { now: new Date("2026-11-20T12:00:00Z"), notes: [], buttons: [] };
let fixture: ReturnType<typeof alertFixture>;

async function begin(hook: Hook = hookRecord()): Promise<void> {
  fixture = alertFixture(redis.client, hook);
  await fixture.begin();
}
beforeEach(() => begin());

const alert = (alertName: string, n = 0, facts: Partial<Incident> = {}): Incident =>
  incidentRecord({ id: `${alertName} ${n}`, latest: alertEvent({ alertName }), ...facts });

async function shown(facts: Partial<NoiseReport> = {}) {
  const report = await noiseReport(fixture.context, week);
  return noiseReply({ ...report, ...facts }, around, fixture.context);
}

/** The action_ids of all buttons. */
function buttonsIn(blocks: readonly KnownBlock[]): string[] {
  const rows = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  return rows.flatMap((element) =>
    element.type === "button" ? [(element satisfies Button).action_id ?? ""] : [],
  );
}

test("a week without alerts is one sentence", async () => {
  const { text } = await shown();
  expect(text).toContain("No alert began in the week of 16 to 22 Nov 2026 so far.");
});

test("few rules are a table, and more than ten a sortable one with the older one for where Slack refuses it", async () => {
  const named = (count: number) => Array.from({ length: count }, (_, n) => alert(`rule ${n + 1}`));
  await putIncidents(fixture, ...named(10));
  const few = await shown();
  expect(few.blocks.map(({ type }) => type)).toContain("table");
  expect(few.olderBlocks).toBeUndefined();
  await putIncidents(fixture, alert("rule 11"));
  const many = await shown();
  expect(many.blocks.map(({ type }) => type)).toContain("data_table");
  expect(many.olderBlocks?.map(({ type }) => type)).toContain("table");
});

test("rules that aren't shown are counted, and the three worst have buttons", async () => {
  const all = Array.from({ length: 45 }, (_, n) => alert(`rule ${String(n).padStart(2, "0")}`));
  await putIncidents(fixture, ...all, alert("rule 07", 1), alert("rule 07", 2), alert("rule 03", 1));
  const { text, blocks } = await shown();
  expect(JSON.stringify(blocks)).toContain("And 5 more rules, not shown here.");
  expect(text.indexOf("1. *rule 07*: no one acted on any of its 3 alerts.")).toBeGreaterThan(0);
  expect(text).toContain("2. *rule 03*");
  expect(text).toContain("3. *rule 00*");
  expect(text).not.toContain("4. *");
  expect(buttonsIn(blocks)).toEqual(Array.from({ length: 3 }, () => ["noise:mute", "noise:raise"]).flat());
});

test("a rule that its sender names and a known server has opens its form", async () => {
  const observes = { connection: "acme", serviceId: "s1" };
  await fixture.hooks.change("T1-checkout", (present) => ({ ...present, observes }));
  const latest = alertEvent({ alertName: "CPU", origin: { alertId: "6f0c1d2e" } });
  await putIncidents(fixture, incidentRecord({ latest }));
  expect(buttonsIn((await shown()).blocks)).toEqual([
    "noise:mute",
    runs("alert_rules_edit", { rule: "6f0c1d2e", service: "s1" }),
  ]);
});

test("names from outside are shown as they are, and say nothing to Slack", async () => {
  await putIncidents(fixture, alert("<!channel> *down* & <https://evil.example|out>"));
  const { text, blocks } = await shown();
  expect(text).toContain("!channel&gt;");
  // A table's cells are plain.
  const mrkdwn = JSON.stringify([text, blocks.filter(({ type }) => type === "section")]);
  expect(mrkdwn).not.toContain("<!channel>");
  expect(mrkdwn).not.toContain("<https://evil.example");
});

test("a report that leaves alerts out says since when it counts, and how many it can't read", async () => {
  await putIncidents(fixture, alert("CPU"));
  const { text } = await shown({ afterMs: Date.parse("2026-11-19T10:00:00Z"), unreadable: 2 });
  expect(text).toContain("More alerts came than I count in one report. These are all since");
  expect(text).toContain("2 alerts can't be read any more and aren't counted.");
});

test("rules of several hooks have their hook's name", async () => {
  await fixture.hooks.add(hookRecord({ id: "T1-other", name: "storage" }));
  await putIncidents(fixture, alert("CPU"), alert("CPU", 1, { hookId: "T1-other" }));
  const { text } = await shown();
  expect(text).toMatch(/^CPU \| 1 .* \| checkout$/m);
  expect(text).toMatch(/^CPU \| 1 .* \| storage$/m);
});
