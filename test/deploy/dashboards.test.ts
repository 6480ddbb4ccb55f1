import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createMetrics } from "../../src/lib/metrics.ts";
import { commandPath } from "../support/installed.ts";
import { chart, metricsIn } from "./rules.ts";

const text = z.string().min(1);
const datasource = z.strictObject({ type: z.literal("prometheus"), uid: z.literal("${datasource}") });
const GridPos = z.strictObject({ h: z.int(), w: z.int().max(24), x: z.int().max(23), y: z.int() });
const Target = z.looseObject({ refId: text, datasource, expr: text, legendFormat: z.string() });
const Row = z.looseObject({ id: z.int(), type: z.literal("row"), title: text, gridPos: GridPos });
const Panel = z.looseObject({
  id: z.int(),
  type: z.enum(["timeseries", "stat"]),
  title: text,
  description: text.regex(/\.$/),
  datasource,
  gridPos: GridPos,
  fieldConfig: z.looseObject({
    defaults: z.looseObject({
      unit: z.enum(["s", "reqps", "percentunit", "bytes", "none"]),
      thresholds: z.looseObject({ steps: z.array(z.unknown()).min(1) }),
    }),
  }),
  targets: z.array(Target).min(1),
});
const Dashboard = z.looseObject({
  uid: text.max(40),
  title: text,
  description: text,
  schemaVersion: z.int().min(36),
  templating: z.strictObject({ list: z.array(z.looseObject({ name: text, type: text })).min(1) }),
  panels: z.array(z.union([Row, Panel])).min(10),
});

async function read(name: string) {
  return Dashboard.parse(JSON.parse(await readFile(join(chart, "dashboards", `${name}.json`), "utf8")));
}

type Panel = z.output<typeof Panel>;

function isPanel(each: z.output<typeof Dashboard>["panels"][number]): each is Panel {
  return each.type !== "row";
}

const dashboards = await Promise.all(["service-health", "alert-pipeline"].map(read));
const panels = dashboards.flatMap((each) => each.panels).filter(isPanel);
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test("a dashboard chooses its data source, and no two panels share an id or a place", () => {
  for (const dashboard of dashboards) {
    expect(dashboard.templating.list[0]).toMatchObject({ name: "datasource", type: "datasource" });
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  }
});

test("every metric in a dashboard is exposed, and every metric is in a dashboard", () => {
  const exposed = createMetrics().families.map(({ name }) => name);
  const shown = new Set(expressions.flatMap(metricsIn));
  expect([...shown].filter((name) => !exposed.includes(name))).toEqual([]);
  expect(exposed.filter((name) => !shown.has(name))).toEqual([]);
});

test("a gauge that every replica reads from the same Redis is not summed", () => {
  const shared =
    /\bsum\b[^[]*\b(?:qm_queue_(?:waiting|oldest)|qm_schedules|qm_approvals|qm_alert_events_(?:waiting|difference)|qm_redis)/;
  expect(expressions.filter((expression) => shared.test(expression))).toEqual([]);
});

test.skipIf(commandPath("promtool") === undefined)("Prometheus reads every query", async () => {
  const directory = await mkdtemp(join(tmpdir(), "dashboards-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, "rules.yaml");
  const rules = expressions.map((expression, index) => ({
    record: `panel:${index}`,
    expr: expression.replaceAll("$__rate_interval", "5m"),
  }));
  await writeFile(file, JSON.stringify({ groups: [{ name: "panels", rules }] }));
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
  expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining(`${rules.length} rules found`)]);
});
