import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

export const chart = join(import.meta.dirname, "../../deploy/helm/quartermaster");

const Record = z.strictObject({
  record: z.string(),
  labels: z.record(z.string(), z.string()).optional(),
  expr: z.string(),
});
const text = z.string().min(1);
const Alert = z.strictObject({
  alert: z.string().regex(/^Quartermaster[A-Z]\w+$/),
  expr: text,
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: text, description: text, runbook_url: z.url() }),
});
const Group = z.strictObject({ name: text, interval: text, rules: z.array(z.union([Record, Alert])) });
const File = z.strictObject({ groups: z.array(Group).min(1) });

/** The paths of the files with rules. */
export async function ruleFiles(): Promise<string[]> {
  const names = await readdir(join(chart, "rules"));
  return names.filter((name) => name.endsWith(".yaml")).map((name) => join(chart, "rules", name));
}

/** All rules of the chart: those that record, and those that alert. */
export async function readRules() {
  const texts = await Promise.all((await ruleFiles()).map((path) => readFile(path, "utf8")));
  const rules = texts.flatMap((file) => File.parse(parse(file)).groups.flatMap((group) => group.rules));
  return {
    records: rules.filter((rule) => "record" in rule),
    alerts: rules.filter((rule) => "alert" in rule),
  };
}

/** The names of our metrics in an expression, without the suffixes of a histogram. */
export function metricsIn(expression: string): string[] {
  const names = expression.match(/\b(?:qm|process|nodejs)_\w+(?::[\w:]+)?/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, "")))];
}
