import { z } from "zod";
import { actions } from "../../../../platform/blocks/button.ts";
import { commandButtonAfter } from "../../../../platform/blocks/command-button.ts";
import { code, escapeName, visible } from "../../../../platform/blocks/escape.ts";
import { context as smallPrint, fenced, preformatted, section } from "../../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../../platform/blocks/reply.ts";
import { hook } from "../../../../platform/commands/arguments.ts";
import { argument } from "../../../../platform/commands/arguments/kind.ts";
import { call } from "../../../../platform/commands/call.ts";
import type { AlertsContext } from "../../context.ts";
import { foldName, formatList, nearest, oneLine, truncate } from "../../../../lib/text.ts";
import { type Hook, HookMapping } from "../record.ts";
import { behindName, changeHook, findHook, hookInMrkdwn, showButton } from "../parts.ts";
import { typed, whichHook } from "../texts.ts";
import * as texts from "./texts.ts";
import * as tryTexts from "../try-texts.ts";
import { AppError } from "../../../../lib/errors.ts";
import { pathsIn } from "../../senders/paths.ts";
import { unwrap } from "../../senders/unwrap.ts";
import type { RoutedEvent } from "../../routing/route.ts";
import { localDay, localTime, timeOfDay } from "../../../../lib/time.ts";
import { type RuleParts, conditionsIn, partsOfRule, ruleWords, zoneIn } from "../rules/read.ts";
import { wholeText } from "../../message/body.ts";

/** The parts of an alert that a mapping may have. */
export const mappingParts = HookMapping.keyof().options;
const pathLength = 200;
// Real keys have none of these characters, and commands, quotes or displays would break on them.
const isStep = /^(?! *$)[^<>&`"“”\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u;
// Slack turns straight quotes into curly ones while people type.
const pair = /([^\s=]+)\s*=\s*(?:["“”]([^"“”]*)["“”]|(\S+))/g;

/** Reads `title=alert.name state=status`; a path with spaces is in quotes. Fails as user with an example. */
export function readMapping(words: string, name: string): HookMapping {
  const example = texts.mapExample(name);
  const fail = (what: string) => new AppError("user", `${what} ${example}`);
  const text = oneLine(words);
  const left = text.replace(pair, "").trim();
  if (left !== "") throw fail(texts.mapNotPart(left));
  const read = [...text.matchAll(pair)].map(([, part = "", quoted, bare = ""]) => {
    return [partNamed(part, fail), checkedPath(quoted ?? bare, fail)] as const;
  });
  const twice = read.find(([part], index) => read.findIndex(([other]) => other === part) < index);
  if (twice) throw fail(texts.mapTwice(twice[0]));
  const mapping = HookMapping.safeParse(Object.fromEntries(read));
  if (mapping.success) return mapping.data;
  throw fail(texts.mapNeedsTitle);
}

/** A mapping in the words that `readMapping` reads. */
export function formatMapping(mapping: Partial<HookMapping>): string {
  return Object.entries(mapping)
    .map(([part, path]) => `${part}=${path.includes(" ") ? `"${path}"` : path}`)
    .join(" ");
}

type Fail = (what: string) => AppError;

function partNamed(word: string, fail: Fail): keyof HookMapping {
  const part = mappingParts.find((one) => one === word.toLowerCase());
  if (part) return part;
  const near = nearest(word, mappingParts);
  const hint = near === undefined ? texts.mapParts(formatList(mappingParts)) : texts.didYouMean(near);
  throw fail(`${texts.mapUnknownPart(word)} ${hint}`);
}

function checkedPath(path: string, fail: Fail): string {
  if (path.length > pathLength) throw fail(texts.pathTooLong(pathLength));
  if (path.split(".").every((step) => isStep.test(step))) return path;
  throw fail(texts.notAPath(path));
}

const shownPaths = 15;

/** The paths and values of an unreadable body as lines of mrkdwn, to help map it. Empty if the body is not JSON. */
export function pathsToMap(body: string): string[] {
  const { value } = unwrap(Buffer.from(body));
  const paths = pathsIn(value);
  const lines = paths
    .slice(0, shownPaths)
    .map(({ path, example }) => `• ${code(truncate(path, 150))}: ${escapeName(example)}`);
  return paths.length > shownPaths ? [...lines, texts.morePaths(paths.length - shownPaths)] : lines;
}

/** An event and a time to try rules on. */
export interface Sample {
  event: RoutedEvent;
  at: Date;
}

/**
 * Reads a sample in the words of rules, as in `title "payments" severity critical at 23:30 Europe/Berlin`. Fails as
 * user with an example.
 */
export function readSample(words: string, ownZone: string, now: Date): Sample {
  const parts = partsOfRule(ruleWords(words));
  const other = [...parts.keys()].find((part) => !sampleParts.has(part));
  if (other !== undefined) {
    throw new AppError("user", tryTexts.samplePart(other));
  }
  const { title = tryTexts.sampleTitle, group, severity } = conditionsIn(parts);
  return { event: { key: "sample", title, group, severity }, at: timeIn(parts, ownZone, now) };
}

const sampleParts: ReadonlySet<string> = new Set(["title", "group", "severity", "at"]);

/** The time of day in a sample, as a moment today in its zone; now if the sample has none. */
function timeIn(parts: RuleParts, ownZone: string, now: Date): Date {
  const said = parts.get("at")?.map(({ text }) => text);
  if (said === undefined) return now;
  const [first = "", ...zoneWords] = said;
  const at = timeOfDay(first);
  if (at === undefined) throw new AppError("user", tryTexts.notATimeOfDay(first));
  const zone = zoneWords.length === 0 ? ownZone : zoneIn(zoneWords.join(" "));
  return localTime(localDay(now, zone), at, zone);
}

// The unreadable delivery may not be the latest incident.
const mostChecked = 20;

const fields = ["title", "body", "state", "severity", "key", "group", "link", "time"] as const;

const paths = argument(
  behindName(String.raw`[^\s=]+\s?=.*|off`, {
    hasQuotes: true,
    usage: ["<field>=<path>", "off"],
    slot: {
      parts: fields.map((field): [RegExp, string] => [
        new RegExp(
          `\\b${field}\\b(?: (?:is|are|comes|can be found|lives))?(?: in| from| at| under|=| =)? ?((?:[a-z_][\\w]*\\.)+\\w+)`,
          "i",
        ),
        `${field}=$1`,
      ]),
    },
  }),
  z.string().trim().max(300),
).describe("Paths, as in title=alert.name state=alert.status");

/** `/db alerts hooks map checkout title=alert.name`: the paths of an alert's parts in a body of an unknown shape. */
export const map = call({
  name: "hooks_map",
  title: "Map a hook's fields",
  summary: "Says where a hook's alerts have their title, state and key.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks map {hook} {words}",
  verb: "map",
  missing: { hook: whichHook },
  args: z.object({ hook, words: paths.optional() }),
  asks: {
    means: ["map {hook}", "map {hook} {words}", "map hook"],
    around: "alert hook set apply",
    says: ["Map the fields of {hook}: {words}"],
  },
  async run({ hook: named, words = "" }, context: AlertsContext) {
    const found = await findHook(
      named,
      context,
      (rest, { name }) => `${texts.mapNotPart(rest)} ${texts.mapExample(name)}`,
    );
    if (words === "")
      return found.mapping ? shown(found, found.mapping) : howTo(found, await partsSeen(found, context));
    const mapping = foldName(words) === "off" ? undefined : readMapping(words, found.name);
    const changed = await changeHook(found, context, (present) => ({ ...present, mapping }));
    if (mapping) return shown(changed, mapping);
    return say(texts.unmapped(hookInMrkdwn(found)), [showButton(found)]);
  },
});

function shown(hook: Hook, mapping: HookMapping): Reply {
  const paths = Object.entries(mapping).map(([part, path]) => `• ${part}: ${code(path)}`);
  const lines = [texts.mapped(hookInMrkdwn(hook)), ...paths];
  const again = typed(`map ${hook.name} ${formatMapping(mapping)}`);
  const small = texts.mappedHint;
  return reply([...lines, fenced(again), small].join("\n"), [
    section(lines.join("\n")),
    preformatted(again),
    smallPrint(small),
    actions([showButton(hook), unmapButton(hook)]),
  ]);
}

/** Removes a mapping after a confirmation. */
export function unmapButton({ id, name }: Hook) {
  const question = texts.unmapQuestion(visible(name));
  return commandButtonAfter(question, texts.unmap, { call: "hooks_map", args: { hook: id, words: "off" } });
}

/** The paths in the last unreadable delivery, while its incident is open, or why they cannot be listed. */
export async function partsSeen({ id }: Hook, context: AlertsContext): Promise<string[]> {
  const open = await context.incidents.open(id);
  const latest = await context.incidents.many(open.slice(0, mostChecked));
  const unread = latest.find(({ latest: { isUnreadable } }) => isUnreadable);
  if (!unread) return [];
  const { text, wholeBytes } = await wholeText(unread, context);
  if (wholeBytes !== undefined) return [texts.lastUnreadGone];
  const paths = pathsToMap(text);
  return paths.length === 0 ? [] : [[texts.lastUnread, ...paths].join("\n")];
}

function howTo(hook: Hook, seen: readonly string[]): Reply {
  const headline = texts.noMapping(hookInMrkdwn(hook));
  const explained = texts.howToMap;
  const example = typed(
    `map ${hook.name} title=alert.name body=alert.text state=status key=alert.id link=links.0.url`,
  );
  return reply([headline, explained, fenced(example), ...seen].join("\n"), [
    section(`${headline}\n${explained}`),
    preformatted(example),
    ...seen.map(section),
    actions([showButton(hook)]),
  ]);
}
