import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationTable, configurationTables } from "../../src/app/config/variables.ts";
import { product } from "../../src/app/features.ts";
import { manifestCommand } from "../../src/app/manifest.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import type { Command } from "../../src/platform/commands/command.ts";
import { sizes } from "../../src/features/services/form/sizes.ts";
import { pathOf } from "../../src/platform/commands/command.ts";
import { usagesOf } from "../../src/platform/commands/help.ts";
import { attributeKeys, spanNames } from "../../src/lib/tracing/tracing.ts";
import { botScopes } from "../../src/platform/slack/web-api/scopes.ts";
import { chartSchema } from "./chart-schema.ts";

export const root = join(import.meta.dirname, "../..");

/** The files that a script writes as a whole. Some keep a part of what they are now. */
const files: Readonly<Record<string, (now: string) => string>> = {
  "manifest.yml": () => manifest("--domain", "quartermaster.example.com"),
  "manifest.socket.yml": () => manifest("--socket"),
  "deploy/helm/quartermaster/values.schema.json": chartSchema,
};

/** The parts of pages that come from the code, between `<!-- name -->` and `<!-- /name -->`. */
const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": {
    scopes: scopesTable,
    groups: groupsTable,
    settings: () =>
      configurationTable([
        "ENCRYPTION_KEYS",
        "SLACK_BOT_TOKEN",
        "SLACK_APP_TOKEN",
        "SLACK_SIGNING_SECRET",
        "PUBLIC_URL",
        "CLOUD_BASE_URL",
        "CLOUD_ORGANIZATION_ID",
        "CLOUD_KEY_ID_REF",
        "CLOUD_KEY_SECRET_REF",
        "OBSERVABILITY_URL",
        "REDIS_URL",
        "PORT",
      ]),
  },
  "docs/operations.md": { metrics: metricsTable },
  "docs/services.md": { sizes: sizesTable },
  "docs/commands.md": { commands: commandsSections },
  "docs/configuration.md": { configuration: configurationTables },
  "docs/tracing.md": {
    settings: () =>
      configurationTable(["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_TRACES_SAMPLER_ARG", "TRACE_URL"]),
    spans: () => twoColumns("Span", "What it covers", spanNames),
    attributes: () => twoColumns("Attribute", "What it says", attributeKeys),
  },
};

/** Everything generated: what is in a file now, and what the code says it should be. */
export async function generated(): Promise<{ path: string; now: string; wanted: string }[]> {
  const whole = Object.entries(files).map(async ([path, wanted]) => {
    const now = await readFile(join(root, path), "utf8").catch(() => "");
    return { path, now, wanted: wanted(now) };
  });
  const within = Object.entries(parts).map(async ([path, texts]) => {
    const now = await readFile(join(root, path), "utf8");
    const wanted = Object.entries(texts).reduce((page, [name, text]) => withPart(page, name, text()), now);
    return { path, now, wanted };
  });
  return Promise.all([...whole, ...within]);
}

function withPart(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`There is no part "${name}".`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

function manifest(...words: string[]): string {
  const { text, isDone } = manifestCommand(words);
  if (!isDone) throw new Error(text);
  return text;
}

/** Each scope with its reason. */
function scopesTable(): string {
  const rows = botScopes.map(
    ({ scope, why, off }) => `| \`${scope}\` | ${why} | ${off === undefined ? "" : off} |`,
  );
  return ["| Scope | Why | Optional. Without it: |", "| --- | --- | --- |", ...rows].join("\n");
}

function twoColumns(first: string, second: string, rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(([name, about]) => `| \`${name}\` | ${about} |`);
  return [`| ${first} | ${second} |`, "| --- | --- |", ...lines].join("\n");
}

/** Every metric, with what it says. */
function metricsTable(): string {
  const rows = createMetrics().families.map(({ name, type, labels, help }) => {
    const names = labels.map((label) => `\`${label.name}\``).join(", ");
    return `| \`${name}\` | ${type} | ${names} | ${help} |`;
  });
  return ["| Metric | Kind | Labels | What it says |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** What a size of the create form is. */
function sizesTable(): string {
  const rows = Object.values(sizes).map(
    ({ label, minReplicaMemoryGb: min, maxReplicaMemoryGb: max }) => `| ${label} | ${min} to ${max} GB |`,
  );
  return ["| Size | Memory of each replica |", "| --- | --- |", ...rows].join("\n");
}

/** The page about each group of help. */
const pages: Readonly<Record<string, string>> = {
  create: "services.md",
  backups: "backups.md",
  costs: "costs.md",
  alerts: "alerts.md",
  dashboards: "dashboards.md",
  admin: "access.md",
};

/** The groups of help, each with its page. */
function groupsTable(): string {
  const rows = product.commands.flatMap(({ name, group }) =>
    group ? [`| \`/db ${name}\` | ${group.line} | [docs/${pages[name]}](docs/${pages[name]}) |`] : [],
  );
  return ["| Command | What it does | More |", "| --- | --- | --- |", ...rows].join("\n");
}

/** All commands, as sections by group. */
function commandsSections(): string {
  return product.commands.map(commandSection).join("\n\n");
}

function commandSection(command: Command): string {
  const { group, summary, examples } = command;
  const usages = usagesOf(command);
  const [usage, ...others] = usages;
  const path = pathOf(command);
  const heading = group ? [`## ${path.charAt(0).toUpperCase()}${path.slice(1)}`, ""] : [];
  return [
    ...heading,
    `### \`/db ${path}\``,
    "",
    summary,
    "",
    "```",
    ...examples,
    "```",
    "",
    ...(others.length === 0
      ? [`- \`${usage?.text}\``]
      : usages.map(({ text, call }) => `- \`${text}\` ${call.summary}`)),
  ].join("\n");
}
