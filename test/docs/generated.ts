import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationTable, configurationTables } from "../../src/app/config/variables.ts";
import { product } from "../../src/app/features.ts";
import { manifestCommand } from "../../src/app/manifest.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import type { Command } from "../../src/platform/commands/command.ts";
import { sizes } from "../../src/features/services/form/sizes.ts";
import { pathOf } from "../../src/platform/commands/command.ts";
import { humanDuration } from "../../src/lib/duration.ts";
import { capital } from "../../src/lib/text.ts";
import { usagesOf } from "../../src/platform/commands/help.ts";
import { attributeKeys, spanNames } from "../../src/lib/tracing/tracing.ts";
import { auditFields } from "../../src/platform/audit/line.ts";
import { ttlInSeconds } from "../../src/platform/redis/keys.ts";
import { people, peopleInJobs } from "../../src/platform/redis/people.ts";
import { botScopes } from "../../src/platform/slack/web-api/scopes.ts";
import { examplesIn } from "../ask/examples.ts";
import { chartSchema } from "./chart-schema.ts";

export const root = join(import.meta.dirname, "../..");

/** The files that a script writes as a whole. Some keep a part of what they are now. */
const files: Readonly<Record<string, (now: string) => string>> = {
  "manifest.yml": () => manifest("--domain", "quartermaster.example.com"),
  "manifest.socket.yml": () => manifest("--socket"),
  "deploy/helm/quartermaster/values.schema.json": chartSchema,
  "src/app/examples.json": () => `${JSON.stringify(examplesIn(), null, 2)}\n`,
};

/** The parts of pages that come from the code, between `<!-- name -->` and `<!-- /name -->`. */
const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": {
    groups: groupsTable,
  },
  "docs/slack.md": { scopes: scopesTable },
  "docs/operations.md": {
    metrics: metricsTable,
    "audit-fields": () => twoColumns("Field", "What it says", auditFields),
  },
  "docs/privacy.md": { people: peopleTable },
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

/** The settings that say how long a kind of key is kept. */
const retention: Readonly<Record<string, string>> = {
  audit: "`AUDIT_DAYS`",
  incident: "`INCIDENT_DAYS`, after its last update",
  conversation: "`CONVERSATION_MINUTES`",
  draft: "`DRAFT_HOURS`",
  shown: "Ten days longer than its alert",
};

const goes = { key: "All of it goes", entry: "All of it goes", pseudonym: "A pseudonym stands instead" };

/** Each kind of key with something of people. */
function peopleTable(): string {
  const all = [...Object.entries(people), ["queues of jobs", peopleInJobs] as const];
  const rows = all.flatMap(([kind, held]) => {
    if (held === undefined) return [];
    const { what, why, readers, kept, erased } = held;
    const lifetime = Object.entries(ttlInSeconds).find(([name]) => name === kind)?.[1];
    const time = retention[kind] ?? kept ?? (lifetime === undefined ? "" : humanDuration(lifetime));
    const rest = typeof erased === "string" ? goes[erased] : "What is theirs goes, else a pseudonym";
    return [`| ${what} | ${why} | ${time} | ${readers} | ${rest} | \`${kind}\` |`];
  });
  return [
    "| What | Why | How long | Who reads it | When they are erased | Key |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
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

/** What people do most in each group, and then all commands. */
function commandsSections(): string {
  const groups = product.commands.flatMap((command, at) => (command.group ? [{ command, at }] : []));
  const first = groups.map(({ command, at }, index) =>
    thingsOfGroup(command, product.commands.slice(at, groups[index + 1]?.at)),
  );
  return [...first, "## Reference", ...product.commands.map(commandSection)].join("\n\n");
}

const mostThings = 10;

/** Up to ten things to do, each with a line to type. The group's own command comes first, and then one of each other. */
function thingsOfGroup({ name }: Command, commands: readonly Command[]): string {
  const all = commands.map(({ examples }) => examples.map((example) => [example, titleOf(example)] as const));
  const rounds = Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, index) =>
    all.flatMap((examples) => examples.slice(index, index + 1)),
  );
  const things = rounds
    .flat()
    .filter(([, title], at, list) => list.findIndex((each) => each[1] === title) === at);
  const rows = things
    .slice(0, mostThings)
    .map(([example, title]) => `| ${title} | \`${example.replaceAll("|", "\\|")}\` |`);
  return [`## ${capital(name)}`, "", "| What | Type |", "| --- | --- |", ...rows].join("\n");
}

/** What a line does, as its call is titled. */
function titleOf(line: string): string {
  const reading = product.readCommand(line.replace(/^\/db /, ""));
  if ("reply" in reading) throw new Error(`This example is not a command: ${line}`);
  return reading.entry.title;
}

function commandSection(command: Command): string {
  const { summary, examples } = command;
  const { first: usages = [], secondary = [] } = Object.groupBy(usagesOf(command), ({ call }) =>
    call.isSecondary ? "secondary" : "first",
  );
  const [usage, ...others] = usages;
  const lineOf = ({ text, call }: (typeof usages)[number]) => `- \`${text}\` ${call.summary}`;
  const path = pathOf(command);
  return [
    `### \`/db ${path}\``,
    "",
    summary,
    "",
    "```",
    ...examples,
    "```",
    "",
    ...(others.length === 0 ? [`- \`${usage?.text}\``] : usages.map(lineOf)),
    ...(secondary.length === 0
      ? []
      : ["", "Its window has buttons for these. They can be typed too:", "", ...secondary.map(lineOf)]),
  ].join("\n");
}
