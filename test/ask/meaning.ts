import { product } from "../../src/app/features.ts";
import { parseCostWords } from "../../src/features/costs/read-words.ts";
import { readScheduleWords } from "../../src/features/costs/reports/read-words.ts";
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
    .map(([name, value]) => `${name} ${typeof value === "string" ? textOf(name, value) : String(value)}`);
}

const defaults: Readonly<Record<string, EntryArguments>> = { hooks_replay: { words: "24h" } };

/** The parts of a rule may come in any order. */
function textOf(name: string, value: string): string {
  const [, rule] = /^add (.*)$/.exec(name === "change" ? value : "") ?? [];
  if (rule !== undefined) return JSON.stringify(readRule(rule));
  return foldName(name === "channel" ? (value.split("|")[0] ?? "") : withoutLabels(value));
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
  costs(words) {
    const [, first = "", rest = ""] = /^(reread|schedule)\s*(.*)$/i.exec(words) ?? [];
    if (first === "schedule")
      return [first, ...(/^(?:|list|stop .*)$/.test(rest) ? [plain(rest)] : scheduled(rest))];
    if (first === "reread") return [first, ...cost(rest)];
    const how = /(?:^|\s)(csv|share)(?=\s|$)/i.exec(words);
    return how ? [...cost(words.replace(how[0], " ")), how[1]?.toLowerCase()] : cost(words);
  },
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

function cost(words: string): (string | undefined)[] {
  const { range, by, service } = parseCostWords(words, today);
  return [range.from, range.to, `by ${by}`, service && foldName(service)];
}

function scheduled(words: string): (string | undefined)[] {
  const { every, on, at, by = "service", timeZone, channelId } = readScheduleWords(words);
  return [every, on, at ?? "09:00", by, timeZone, channelId];
}
