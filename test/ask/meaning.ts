import { product } from "../../src/app/features.ts";
import { endsAtOf } from "../../src/features/lifecycle/expiry/end.ts";
import { placeNamed, placeWith } from "../../src/features/services/wish/places.ts";
import { readEvery } from "../../src/features/costs/reports/every.ts";
import { readSnoozeTime } from "../../src/features/alerts/actions/snooze-time.ts";
import { readRule } from "../../src/features/alerts/hooks/rules/read.ts";
import { parseCostRange, readCostRange } from "../../src/lib/period/range.ts";
import { parseTwoRanges } from "../../src/lib/period/two-ranges.ts";
import type { EntryArguments } from "../../src/platform/commands/entry.ts";
import { providers } from "../../src/platform/cloud/services/request.ts";
import { foldName } from "../../src/lib/text.ts";
import { workspace } from "./sentences.ts";

const today = new Date(workspace.today);

/**
 * What a line without `/db` asks for. Equal for lines that ask for the same in other words: another order, a default
 * left out, quotes, the dates of a range. Fails if the line takes a guess to be a command.
 */
export function meaningOf(typed: string): string {
  const line = withTokens(typed);
  if (/^help\b/.test(line)) return foldName(line);
  const reading = product.readCommand(line);
  if ("reply" in reading || reading.isGuess) throw new Error(`not a command: ${line}`);
  const { entry, args = {} } = reading;
  const given = entry.name === "services_create" ? withPlace(withPreset(args)) : args;
  // Both show the same list, with the menu that restores one.
  const name = entry.name === "backups_restorable" ? "backups_list" : entry.name;
  return [name, ...asked(entry.name, given)].join(" | ");
}

/** Slack's tokens may have the name too. */
function withoutLabels(words: string): string {
  return words.replace(/<([#@!][^|>]+)\|[^>]*>/g, "<$1>");
}

/** What an argument is if it is left out. */
const defaults: Readonly<Record<string, EntryArguments>> = {
  costs_show: { range: "", by: "service" },
  costs_csv: { range: "", by: "service" },
  costs_share: { range: "", by: "service" },
  costs_month: { month: "this month" },
  costs_focus: { range: "last month", version: "1.2" },
  budgets_set: { every: "monthly" },
  hooks_replay: { words: "24h" },
};

/** The arguments of a call. A name's case doesn't matter, and days may be said in several ways. */
function asked(call: string, args: EntryArguments): string[] {
  return Object.entries({ ...defaults[call], ...args })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const text = String(value);
      if (/^cost_reports_(?:mine_)?set$/.test(call) && name === "every") return scheduled(text);
      if (call.startsWith("audit_") && name === "range") return daysWithToday(text);
      if (call.startsWith("costs_") && (name === "range" || name === "month")) return daysOf(text);
      if (name === "against") return otherDays(String(args["range"]), text);
      return `${name} ${typeof value === "string" ? textOf(name, value) : text}`;
    });
}

function daysOf(words: string): string {
  const { from, to } = parseCostRange(words, today);
  return `${from} to ${to}`;
}

/** The days that others are compared with. */
function otherDays(words: string, against: string): string {
  const { from, to } = parseTwoRanges(words, against, today).against;
  return `against ${from} to ${to}`;
}

/** The last days of the audit log end today. */
function daysWithToday(words: string): string {
  const { from, to } = readCostRange(words, today, true) ?? {};
  return `${from} to ${to}`;
}

function scheduled(words: string): string {
  const { every, on = "", at = "09:00", by = "service", timeZone = "", isPage, focus } = readEvery(words);
  return [every, on, at, by, timeZone, isPage ? "page" : "", focus ?? ""].join(" ");
}

/** The parts of a rule may come in any order. */
function textOf(name: string, value: string): string {
  const [, rule] = /^add (.*)$/.exec(name === "change" ? value : "") ?? [];
  if (rule !== undefined) return JSON.stringify(readRule(rule));
  if (name === "end" || name === "expires") return endOf(value);
  if (/^(?:for|every|grace)$/.test(name)) return timeOf(value);
  return foldName(name === "channel" ? (value.split("|")[0] ?? "") : withoutLabels(value));
}

const tokens = new Map<string, string>([
  ...Object.entries(workspace.channels).map(([id, name]) => [`#${name}`, `<#${id}>`] as const),
  ...Object.entries(workspace.people).map(([id, name]) => [`@${name}`, `<@${id}>`] as const),
  ...Object.entries(workspace.userGroups).map(([id, name]) => [`@${name}`, `<!subteam^${id}>`] as const),
]);

/** With Slack's tokens for "#alerts" and "@ada". */
export function withTokens(line: string): string {
  return line.replace(/(?<![<|])[#@][a-z][\w-]*/g, (said) => tokens.get(said) ?? said);
}

/** The moment that an end means, however it is spelled. No one knows here when a service ends now. */
function endOf(words: string): string {
  const end = foldName(words).replace(/ more$/, "");
  try {
    return endsAtOf(end, today, "UTC")?.toISOString() ?? "never";
  } catch {
    return end;
  }
}

/** Until when or for how long, however it is spelled: "until 6pm", "45 min". Other words stay. */
function timeOf(words: string): string {
  return JSON.stringify(readSnoozeTime(words.replace(/^every /, "")) ?? foldName(words));
}

/** With the region's id: "aws" and "frankfurt" are "eu-central-1" of it. */
function withPlace({ provider, region, ...others }: EntryArguments): EntryArguments {
  if (region === undefined) return { ...others, ...(provider !== undefined && { provider }) };
  const place = placeNamed(
    placeWith(
      providers.find((each) => each === provider),
      typeof region === "string" ? region : "",
    ),
    undefined,
  );
  return {
    ...others,
    provider: place.provider ?? provider,
    region: "region" in place ? place.region : region,
  };
}

/** A new service's name alone may be a preset's. */
function withPreset({ name, ...others }: EntryArguments): EntryArguments {
  const isPreset = workspace.presets.some((each) => foldName(each) === foldName(String(name)));
  return isPreset && others["preset"] === undefined
    ? { ...others, preset: name }
    : { ...others, ...(name !== undefined && { name }) };
}
