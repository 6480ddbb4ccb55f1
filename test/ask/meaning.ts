import { product } from "../../src/app/features.ts";
import { readEvery } from "../../src/features/costs/reports/every.ts";
import { parseCostRange } from "../../src/lib/period/range.ts";
import { readRule } from "../../src/features/alerts/hooks/rules/read.ts";
import { readAuditWords } from "../../src/features/workspace/audit/page.ts";
import type { EntryArguments } from "../../src/platform/commands/entry.ts";
import { foldName } from "../../src/lib/text.ts";
import { workspace } from "./sentences.ts";

const today = new Date(workspace.today);

/**
 * What a line without `/db` asks for. Equal for lines that ask for the same in other words: another order, a default
 * left out, quotes, the dates of a range. Fails if the line takes a guess to be a command.
 */
export function meaningOf(line: string): string {
  if (/^help\b/.test(line)) return foldName(line);
  const reading = product.readCommand(line);
  if ("reply" in reading || reading.isGuess) throw new Error(`not a command: ${line}`);
  const { entry, args } = reading;
  if (args) {
    const given = entry.name === "services_create" ? withPreset(args) : args;
    return [entry.name, ...asked(entry.name, given)].join(" | ");
  }
  const words = withoutLabels(reading.line.slice(reading.path.length)).trim();
  const read = readers[reading.name] ?? plain;
  return [reading.path, ...[read(words)].flat().filter((part) => part !== undefined && part !== "")].join(
    " | ",
  );
}

/** Slack's tokens may have the name too. */
function withoutLabels(words: string): string {
  return words.replace(/<([#@!][^|>]+)\|[^>]*>/g, "<$1>");
}

/** The arguments of a call. A name's case doesn't matter. */
function asked(call: string, args: EntryArguments): string[] {
  return Object.entries({ ...defaults[call], ...args })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, value]) => `${name} ${typeof value === "string" ? textOf(call, name, value) : String(value)}`,
    );
}

/** What an argument is if it is left out. */
const defaults: Readonly<Record<string, EntryArguments>> = {
  hooks_replay: { words: "24h" },
  costs_show: { range: "", by: "service" },
  costs_csv: { range: "", by: "service" },
  costs_share: { range: "", by: "service" },
  costs_month: { month: "this month" },
  costs_focus: { range: "last month", version: "1.2" },
  budgets_set: { every: "monthly" },
};

/** The parts of a rule and of a report may come in any order, and days may be said in several ways. */
function textOf(call: string, name: string, value: string): string {
  if (call === "cost_reports_set" && name === "every") return scheduled(value);
  if (call.startsWith("costs_") && (name === "range" || name === "month")) return daysOf(value);
  const [, rule] = /^add (.*)$/.exec(name === "change" ? value : "") ?? [];
  if (rule !== undefined) return JSON.stringify(readRule(rule));
  return foldName(name === "channel" ? (value.split("|")[0] ?? "") : withoutLabels(value));
}

function daysOf(words: string): string {
  const { from, to } = parseCostRange(words, today);
  return `${from} to ${to}`;
}

function scheduled(words: string): string {
  const { every, on = "", at = "09:00", by = "service", timeZone = "", isPage, focus } = readEvery(words);
  return [every, on, at, by, timeZone, isPage ? "page" : "", focus ?? ""].join(" ");
}

/** A new service's name alone may be a preset's. */
function withPreset({ name, ...others }: EntryArguments): EntryArguments {
  const isPreset = workspace.presets.some((each) => foldName(each) === foldName(String(name)));
  return isPreset && others["preset"] === undefined
    ? { ...others, preset: name }
    : { ...others, ...(name !== undefined && { name }) };
}

type Read = (words: string) => string | (string | undefined)[];

const usual: Readonly<Record<string, string>> = { list: "", show: "", "watch list": "watch" };

/** Without quotes, and without a subcommand that may be left out. */
function plain(words: string): string {
  const folded = foldName(words.replaceAll(/["“”]/g, ""));
  return Object.hasOwn(usual, folded) ? (usual[folded] ?? "") : folded;
}

const readers: Partial<Record<string, Read>> = {
  audit(words) {
    const [, how = "", rest = words] = /^(export|mirror)\s*(.*)$/i.exec(words) ?? [];
    if (how === "mirror") return [how, rest];
    const { query, ids } = readAuditWords(rest, today);
    const { userId, userName, subject = "", since, until } = query;
    return [
      how,
      userId,
      userName,
      foldName(subject),
      since?.toISOString(),
      until?.toISOString(),
      String(ids),
    ];
  },
};
