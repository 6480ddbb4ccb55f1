import {
  behindName,
  changeHook,
  createHookWith,
  findHook,
  type Hook,
  hookForm,
  hookInMrkdwn,
  offerForm,
  queueAction,
  showButton,
  typed,
  whichHook,
  whoActs,
  withDigits,
  eventLogLength,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import type { Slot } from "../../../platform/commands/entry.ts";
import { z } from "zod";
import { dayMs, humanDuration, readDurationMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, plural } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { type Question, call } from "../../../platform/commands/call.ts";
import { dueMs, Heartbeat, heartbeatKey } from "./record.ts";
import type { KnownBlock } from "@slack/types";
import { row } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Visitor } from "../../../platform/forms/window.ts";
import { window as words } from "./texts.ts";
import * as texts from "./texts.ts";

const spokenTime = String.raw`((?:\d+(?:\.\d)?|an?|half an?) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?))\b`;

/** The times of a heartbeat in a sentence. */
const heartbeatWords = {
  every: {
    isOne: true,
    parts: [[new RegExp(String.raw`\b(?:every|each|for|in|within|per) ${spokenTime}`, "i"), "$1"]],
  },
  grace: {
    isOne: true,
    parts: [
      [new RegExp(String.raw`\bgrace(?: period)?(?: of| is)? ${spokenTime}`, "i"), "$1"],
      [new RegExp(String.raw`${spokenTime}(?: of)? grace`, "i"), "$1"],
      [new RegExp(String.raw`${spokenTime} late\b`, "i"), "$1"],
    ],
  },
} satisfies Record<string, Slot>;

const usualGraceSeconds = 60;

const tooMuch = (rest: string, { name }: Hook) => `${texts.notATime(rest)} ${texts.example(name)}`;

const unit = "(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)";
const time = String.raw`\d{1,5}(?:\.\d)?\s*${unit}(?:[\s,]*(?:and\s+)?\d{1,5}(?:\.\d)?\s*${unit})*`;
const graceMark = String.raw`[\s,]+(?:with\s+)?(?:an?\s+)?(?:grace|slack)(?:\s+of)?\s`;
const behindEvery = new RegExp(String.raw`${graceMark}|\sown$`, "i");
const everyTime = new RegExp(String.raw`^(\S.*?)\s(?:every\s(.+)|(${time}))$`, "i");
const graceTime = new RegExp(String.raw`^(.*?)${graceMark}(.+?)(\sown|)$`, "i");

const everyKind: ArgumentKind = {
  slot: heartbeatWords.every,
  usage: ["<time>"],
  take(words) {
    const at = words.search(behindEvery);
    const behind = at === -1 ? "" : words.slice(at);
    const [, rest = "", marked, value = marked] =
      everyTime.exec(words.slice(0, words.length - behind.length)) ?? [];
    return value === undefined ? undefined : { value, rest: rest + behind };
  },
  write: (words) => withDigits(String(words)),
};

const graceKind: ArgumentKind = {
  slot: heartbeatWords.grace,
  usage: ["<time>"],
  take(words) {
    const [, rest = "", value, behind = ""] = graceTime.exec(words) ?? [];
    return value === undefined ? undefined : { value, rest: rest + behind };
  },
  write: (words) => withDigits(String(words)),
};

const duration = () => z.string().trim().min(2).max(40);
const own = behindName("own", {
  read: () => true,
  write: (isOwn) => (isOwn === true ? "own" : ""),
  isForPeople: true,
});

const args = z.object({
  hook,
  every: argument(everyKind, duration())
    .optional()
    .describe("How often one comes, as in 5m. Without it none is expected"),
  grace: argument(graceKind, duration())
    .optional()
    .describe("How late one may be, as in 2m. By default a minute"),
  own: argument(own, z.boolean()).optional().describe("True to make a hook of its own for beats"),
});

/**
 * `/db alerts hooks heartbeat checkout every 5m grace 2m`: makes each delivery to a hook a beat, and a missing beat an
 * incident. `off` ends that.
 */
const heartbeat = call({
  name: "hooks_heartbeat",
  title: "Expect beats from a hook",
  summary: "Makes each delivery to a hook a beat, and a missing one an alert. Asks first if it gets alerts.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks heartbeat {hook} every {every|off} grace {grace} {own}",
  verb: "heartbeat",
  missing: { hook: whichHook, every: `${texts.howOften} ${texts.example("checkout")}` },
  args,
  asks: {
    means: ["heartbeat {every}", "heartbeat end", "warn {hook} {every}"],
    around: "alert hook warn set end want schedule post",
    says: ["Expect beats from {hook}", " every {every}", " with a grace of {grace}"],
  },
  // A job that stopped could hide among alerts, because each of them is a beat too.
  async confirm(wanted, context: OncallContext, asker) {
    if (wanted.every === undefined || wanted.own === true) return undefined;
    const found = await findHook(wanted.hook, context, tooMuch);
    const beats = heartbeatOf(wanted, found.name, asker, context.now());
    const alerts = beats && !found.heartbeat ? await alertsOfDay(found, context) : undefined;
    return alerts === undefined ? undefined : whichOne(found, wanted, alerts);
  },
  async run(wanted, context, asker) {
    const found = await findHook(wanted.hook, context, tooMuch);
    const beats = heartbeatOf(wanted, found.name, asker, context.now());
    if (!beats) return turnOff(found, context, asker);
    if (wanted.own) return hookForBeats(found, beats, context, asker);
    // First, so a hook that expects beats has its timer.
    await context.heartbeats.begin(found.id, beats, context.now().getTime());
    const changed = await changeHook(found, context, (present) => ({ ...present, heartbeat: beats }));
    return say(isOn(changed, beats), [showButton(found)]);
  },
});

/** The form of a hook's window for its beats. */
export const heartbeatForm = hookForm<OncallContext>({
  name: "heartbeat",
  title: texts.form.title,
  intro: texts.form.intro,
  fields: [
    {
      name: "every",
      label: texts.form.every,
      help: texts.form.everyHelp,
      input: "text",
      optional: false,
      maxLength: 40,
      placeholder: "5m",
    },
    {
      name: "grace",
      label: texts.form.grace,
      help: texts.form.graceHelp,
      input: "text",
      optional: true,
      maxLength: 40,
      placeholder: "2m",
    },
  ],
  values: ({ heartbeat: present }) =>
    present ? { every: humanDuration(present.everySeconds), grace: humanDuration(present.graceSeconds) } : {},
  call: heartbeat,
  argsOf: ({ every, grace }) => ({ every, grace }),
});

/** What can be asked for about beats. */
export const heartbeatCalls = [heartbeat] as const;

type Wanted = z.output<typeof args>;

async function turnOff(hook: Hook, context: OncallContext, asker: Asker): Promise<Reply> {
  await changeHook(hook, context, (present) => ({ ...present, heartbeat: undefined }));
  await endIncident(hook, context, asker);
  return say(texts.isOff(hookInMrkdwn(hook)), [showButton(hook)]);
}

function isOn(hook: Hook, { everySeconds, graceSeconds }: Heartbeat): string {
  const [every, late] = [everySeconds, everySeconds + graceSeconds].map(humanDuration);
  return texts.isOn(hookInMrkdwn(hook), every ?? "", late ?? "", formatChannel(hook));
}

/** How many alerts a hook got since a day ago, as far as its log reaches. Undefined for none. */
async function alertsOfDay({ id }: Hook, { eventLog, now }: OncallContext): Promise<string | undefined> {
  const logged = await eventLog(id).since(now().getTime() - dayMs);
  const { length } = logged.filter(({ event }) => !event.isTest);
  const atLeast = logged.length < eventLogLength ? "" : "at least ";
  return length === 0 ? undefined : `${atLeast}${plural(length, "alert")}`;
}

/** The question whether to use a hook that gets alerts, or one of its own. */
function whichOne({ id, name }: Hook, { every, grace }: Wanted, alerts: string): Question {
  const times = { every, grace };
  const command = typed(`heartbeat ${name} every ${every}${grace === undefined ? "" : ` grace ${grace}`}`);
  const ofItsOwn = { call: "hooks_heartbeat", args: { hook: id, ...times, own: true } };
  return {
    text: texts.ask(hookInMrkdwn({ name }), alerts, `${command} own`, `${command} yes`),
    yes: texts.thisOne,
    others: [{ ...commandButton(texts.own, ofItsOwn), style: "primary" }],
  };
}

const longestName = 60;

/** Makes a hook for beats beside one that gets alerts, in the same channel. */
async function hookForBeats(
  { name, channelId }: Hook,
  heartbeat: Heartbeat,
  context: OncallContext,
  asker: Asker,
): Promise<Reply> {
  const end = "-beats";
  const taken = new Set((await context.hooks.list()).map((hook) => foldName(hook.name)));
  const first = `${name.slice(0, longestName - end.length - 3)}${end}`;
  const names = Array.from({ length: 100 }, (_, index) => (index === 0 ? first : `${first}-${index + 1}`));
  const free = names.find((each) => !taken.has(foldName(each))) ?? first;
  const more = {
    fields: { heartbeat },
    // Before, so a hook that expects beats has its timer.
    before: (hookId: string) => context.heartbeats.begin(hookId, heartbeat, context.now().getTime()),
    headline: (hook: Hook) => isOn(hook, heartbeat),
  };
  return createHookWith(more, { channel: channelId, name: free }, context, asker);
}

/** No beat could end the incident of a hook that expects none. */
async function endIncident({ id }: Hook, context: OncallContext, asker: Asker): Promise<void> {
  const [present] = await context.incidents.presentOf(id, [heartbeatKey]);
  if (!present || present.state === "resolved") return;
  const who = await whoActs(asker, context);
  await queueAction(context, present, { ...who, verb: "resolve", incidentId: present.id });
}

/** The beats that are wanted. Undefined for none. */
function heartbeatOf(
  { every, grace }: Pick<Wanted, "every" | "grace">,
  hookName: string,
  { userId }: Asker,
  now: Date,
): Heartbeat | undefined {
  if (every === undefined) return undefined;
  const example = texts.example(hookName);
  const everySeconds = secondsIn(every, example);
  const graceSeconds = grace === undefined ? usualGraceSeconds : secondsIn(grace, example);
  const read = Heartbeat.safeParse({ everySeconds, graceSeconds, userId, at: now.toISOString() });
  if (read.success) return read.data;
  throw new AppError("user", `${texts.outOfRange} ${example}`);
}

function secondsIn(text: string, example: string): number {
  const ms = readDurationMs(withDigits(text));
  if (ms === undefined) throw new AppError("user", `${texts.notATime(text)} ${example}`);
  return Math.round(ms / 1_000);
}

/** The tab of a hook's window about the beats that it expects. */
export async function heartbeatBlocks(
  hook: Hook,
  person: Visitor,
  { heartbeats }: Pick<OncallContext, "heartbeats">,
): Promise<KnownBlock[]> {
  const { id, heartbeat } = hook;
  const set = offerForm(person, heartbeat ? words.change : words.set, hook, "heartbeat");
  if (!heartbeat) return [section(words.notExpected), ...row(set)];
  const state = await heartbeats.find(id);
  const { everySeconds, graceSeconds } = heartbeat;
  const { beatAtMs, missedAtMs } = state ?? {};
  const lines = [
    words.expects(humanDuration(everySeconds), humanDuration(everySeconds + graceSeconds)),
    beatAtMs === undefined ? words.none : words.last(at(beatAtMs)),
    ...(missedAtMs === undefined
      ? state
        ? [words.due(at(dueMs(heartbeat, state)))]
        : []
      : [words.missing(at(missedAtMs))]),
  ];
  const off = person.offer(words.off, { call: "hooks_heartbeat", args: { hook: id } });
  return [section(lines.join("\n")), ...row(set, off)];
}

function at(ms: number): string {
  return slackDate(new Date(ms));
}
