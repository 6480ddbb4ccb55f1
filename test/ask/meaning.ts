import { product } from "../../src/app/features.ts";
import { readEvery } from "../../src/features/costs/reports/every.ts";
import { readRule } from "../../src/features/alerts/hooks/rules/read.ts";
import { readAuditWords } from "../../src/features/workspace/audit/page.ts";
import { parseCostRange } from "../../src/lib/period/range.ts";
import { nameAtStart } from "../../src/lib/names.ts";
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
  if (reading.args) return [reading.entry.name, ...asked(reading.entry.name, reading.args)].join(" | ");
  // Slack's tokens may have the name too.
  const words = reading.line
    .slice(reading.path.length)
    .replace(/<([#@!][^|>]+)\|[^>]*>/g, "<$1>")
    .trim();
  const read = readers[reading.name] ?? plain;
  return [reading.path, ...[read(words)].flat().filter((part) => part !== undefined && part !== "")].join(
    " | ",
  );
}

/** What an argument is if it is left out. */
const defaults: Readonly<Record<string, EntryArguments>> = {
  costs_show: { range: "", by: "service" },
  costs_csv: { range: "", by: "service" },
  costs_share: { range: "", by: "service" },
  costs_month: { month: "this month" },
  costs_focus: { range: "last month", version: "1.2" },
  budgets_set: { every: "monthly" },
};

/** The arguments of a call. A name's case doesn't matter, and days may be said in several ways. */
function asked(entry: string, args: EntryArguments): string[] {
  return Object.entries({ ...defaults[entry], ...args })
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const text = String(value);
      if (entry === "cost_reports_set" && name === "every") return scheduled(text);
      if (entry.startsWith("costs_") && (name === "range" || name === "month")) return daysOf(text);
      return `${name} ${typeof value === "string" ? foldName(value) : text}`;
    });
}

function daysOf(words: string): string {
  const { from, to } = parseCostRange(words, today);
  return `${from} to ${to}`;
}

function scheduled(words: string): string {
  const { every, on = "", at = "09:00", by = "service", timeZone = "", isPage, focus } = readEvery(words);
  return [every, on, at, by, timeZone, isPage ? "page" : "", focus ?? ""].join(" ");
}

type Read = (words: string) => string | (string | undefined)[];

const usual: Readonly<Record<string, string>> = { list: "", show: "", "watch list": "watch" };

/** Without quotes, and without a subcommand that may be left out. */
function plain(words: string): string {
  const folded = foldName(words.replaceAll(/["“”]/g, ""));
  return Object.hasOwn(usual, folded) ? (usual[folded] ?? "") : folded;
}

const readers: Partial<Record<string, Read>> = {
  // Alone, `alerts` has the open ones, and `alerts list` the rules.
  alerts: (words) => (/^list$/i.test(words) ? "list" : plain(words.replace(/^list /i, ""))),
  dashboards: (words) => plain(words.replace(/^list /i, "")),
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
  hook(words) {
    const [, first = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(words) ?? [];
    if (first === "create" || rest === "") return plain(words);
    const { thing, rest: after } = nameAtStart(rest, hooks) ?? {};
    if (thing === undefined || after === undefined) throw new Error(`no hook: ${words}`);
    const [, rule] = /^add\s(.*)$/i.exec(after) ?? [];
    if (first === "rules" && rule !== undefined)
      return [first, thing.name, "add", JSON.stringify(readRule(rule))];
    // "After" and minutes may be left out.
    if (first === "escalate")
      return [first, thing.name, plain(after).replace(/ (?:after )?(\d+)(?: ?m(?:in(?:ute)?s?)?)?$/, " $1")];
    // The last day, unless the line says otherwise.
    if (first === "replay") return [first, thing.name, plain(after) || "24h"];
    return [first, thing.name, plain(after)];
  },
};

const hooks = workspace.hooks.map((name) => ({ name }));
