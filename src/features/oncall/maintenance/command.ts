import {
  behindName,
  changeHook,
  findHook,
  formatDays,
  type Hook,
  hookForm,
  hookInMrkdwn,
  offerForm,
  onHook,
  showButton,
  whichHook,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import type { Slot } from "../../../platform/commands/entry.ts";
import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { foldName } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import { hook } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { call } from "../../../platform/commands/call.ts";
import { unfitLine } from "../../../platform/jobs/failing.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { readWindow } from "./read.ts";
import { MaintenanceWindow, mostWindows, spanAt } from "./record.ts";
import { row } from "../../../platform/blocks/button.ts";
import { listReply } from "../../../platform/blocks/rows.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Visitor, ifOffered } from "../../../platform/forms/window.ts";
import * as texts from "./texts.ts";

const clock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?`;
const day = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|today|tomorrow|\d{4}-\d\d-\d\d`;
const duration = String.raw`\d+(?:\.\d)? ?(?:m|mins?|minutes?|h|hrs?|hours?|d|days?)`;

/** The time of a maintenance in a sentence. */
const maintenanceWords: Slot = {
  parts: [
    [
      new RegExp(
        String.raw`\b(?:every|each|on|this|weekly)? ?\b((?:${day})) ?(?:at|from|between)? ?(${clock}) ?(?:-|–|to|until|till|and) ?(${clock})`,
        "i",
      ),
      "$1 $2-$3",
    ],
    [new RegExp(String.raw`\b((?:${day}) (?:at )?${clock}) for (?:${duration})\b`, "i"), "$1"],
    [new RegExp(String.raw`\bfor (${duration})\b`, "i"), "for $1"],
    [/\bfor an hour\b/i, "for 1h"],
    [/\bfor half an hour\b/i, "for 30m"],
    [/\b(?:weekly|every week|each week|every (?:mon|tue|wed|thu|fri|sat|sun)\w*)\b/i, "weekly"],
    [/\b([A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC)\b/, "$1"],
    [/\bcriticals?(?: alerts?| ones)? (?:may |can )?pass(?:es)?\b/i, "critical passes"],
  ],
};

const tooMuch = (rest: string, { name }: Hook) => `${texts.notRead(rest)} ${texts.example(name)}`;

const begins = String.raw`(?:off|remove|for|now|weekly|every|each|on|this|at|until|till|daily|day|today|tomorrow|weekdays?|weekends?|(?:mon|tue|wed|thu|fri|sat|sun)(?:s|rs|urs|ur|nes)?(?:days?)?|(?:but |with |while )?criticals?|\d\S*)`;

const wanted = argument(
  behindName(String.raw`${begins}(?=[\s,–-]|$).*`, { slot: maintenanceWords, usage: ["<times>", "off"] }),
  z.string().trim().min(1).max(300),
).describe("A time, as in Sat 02:00-04:00 weekly Europe/Berlin or for 2h, or off");

/** `/db alerts hooks maintenance checkout Sat 02:00-04:00 weekly`, or `… off 2`. */
const set = call({
  name: "hooks_maintenance",
  title: "Set a hook's maintenance",
  summary: "Sets when new alerts of a hook are kept and not posted.",
  effect: "change",
  isSecondary: true,
  line: "alerts hooks maintenance {hook} {words}",
  verb: "maintenance",
  missing: { hook: whichHook },
  args: z.object({ hook, words: wanted }),
  asks: {
    means: ["maintenance {words}", "maintenance {hook} {words}", "pause|mute|stop {hook} {words}"],
    around: "alert hook pause mute keep set schedule create time want post",
    says: ["Maintenance of {hook}: {words}"],
  },
  async run({ hook: named, words }, context: OncallContext, asker) {
    const found = await findHook(named, context, tooMuch);
    const [whole, which] = /^(?:off|remove)(?: (?:all|#?(\d{1,2}|[\w-]{30,})))?$/.exec(foldName(words)) ?? [];
    return whole === undefined ? add(found, words, context, asker) : remove(found, which, context, asker);
  },
});

/** `/db alerts hooks maintenance checkout`. */
const list = call({
  name: "hooks_maintenance_list",
  title: "A hook's maintenance windows",
  summary: "Lists when new alerts of a hook are kept and not posted.",
  effect: "read",
  isSecondary: true,
  line: ["alerts hooks maintenance {hook}", "alerts hooks maintenance {hook} list"],
  verb: "maintenance",
  missing: { hook: whichHook },
  args: z.object({ hook }),
  asks: {
    means: ["maintenance", "maintenance {hook}"],
    around: "alert hook list time schedule",
    says: ["Maintenance windows of {hook}"],
  },
  run: async ({ hook: named }, context: OncallContext, asker) =>
    listReplyOf(await findHook(named, context, tooMuch), context, asker),
});

/** `/db alerts hooks maintenance checkout end`. */
const end = onHook({
  name: "hooks_maintenance_end",
  title: "End a hook's maintenance",
  summary: "Ends a hook's maintenance now, and posts what still fires.",
  effect: "change",
  isSecondary: true,
  word: "maintenance",
  end: "[end|end now]",
  tooMuch,
  asks: {
    means: ["end|delete maintenance", "end|delete maintenance {hook}"],
    around: "alert hook time late",
    says: ["End the maintenance of {hook} now"],
  },
  run: endNow,
});

/** The form of a hook's window for another time of maintenance. */
export const maintenanceForm = hookForm<OncallContext>({
  name: "maintenance",
  title: texts.form.title,
  intro: texts.form.intro,
  fields: [
    {
      name: "when",
      label: texts.form.when,
      help: texts.form.whenHelp,
      input: "text",
      optional: false,
      maxLength: 200,
      placeholder: "Sat 02:00-04:00 weekly",
    },
    {
      name: "passes",
      label: texts.form.critical,
      toggleText: texts.form.passes,
      input: "toggle",
      optional: true,
    },
  ],
  call: set,
  argsOf: ({ when, passes }) => ({ words: passes === true ? `${String(when)} critical passes` : when }),
});

/** What can be asked for about maintenance windows. */
export const maintenanceCalls = [set, list, end] as const;

/** Changes the windows of a hook, and has the ingestion look at them now. Windows that are long over are dropped. */
async function change(
  hook: Hook,
  context: OncallContext,
  changed: (windows: readonly MaintenanceWindow[]) => readonly MaintenanceWindow[],
): Promise<Hook> {
  const nowMs = context.now().getTime();
  const after = await changeHook(hook, context, (present) => {
    const windows = changed(windowsOf(present, nowMs));
    return { ...present, maintenance: windows.length === 0 ? undefined : [...windows] };
  });
  await context.maintenance.changed(hook.id, nowMs);
  return after;
}

/** A hook's windows that are not over. */
function windowsOf({ maintenance = [] }: Hook, nowMs: number): MaintenanceWindow[] {
  return maintenance.filter(({ when }) => when.kind === "weekly" || when.untilMs > nowMs);
}

async function add(hook: Hook, words: string, context: OncallContext, asker: Asker): Promise<Reply> {
  const own = await zoneOf(asker, context);
  const now = context.now();
  const { when, criticalPasses, isInOwnZone } = readWindow(words, hook.name, now, own ?? "UTC");
  const added: MaintenanceWindow = {
    id: context.newId(),
    when,
    ...(criticalPasses && { criticalPasses }),
    userId: asker.userId,
    at: now.toISOString(),
  };
  await change(hook, context, (windows) => {
    if (windows.length < mostWindows) return [...windows, added];
    throw new AppError("user", texts.tooMany(mostWindows, hook.name));
  });
  const said = texts.set(hookInMrkdwn(hook), formatWhen(when), criticalPasses);
  const zone = isInOwnZone ? [texts.inZone(own ?? "UTC", own !== undefined)] : [];
  return say([said, ...zone].join(" "), [removeButton(hook, added), showButton(hook)]);
}

/** The list that a person saw numbers of. */
const numbersOf = ({ id }: Hook) => `maintenance ${id}`;

async function listReplyOf(hook: Hook, context: OncallContext, { userId }: Asker): Promise<Reply> {
  const name = hookInMrkdwn(hook);
  const nowMs = context.now().getTime();
  const ids = windowsOf(hook, nowMs).map(({ id }) => id);
  await keepNumbers(numbersOf(hook), { ids }, userId, context);
  const rows = windowRows(hook, nowMs);
  const hint = texts.hint(hook.name);
  if (rows.length === 0) return say(`${texts.noWindows(name)} ${hint}`, [showButton(hook)]);
  return listReply(texts.title(rows.length, name), rows, hint);
}

/** The windows of a hook as lines of mrkdwn, each with the button that removes it. */
function windowRows(hook: Hook, nowMs: number): { line: string; button: Button }[] {
  return windowsOf(hook, nowMs).map((window, index) => ({
    line: [
      texts.line(index + 1, formatWhen(window.when), window.criticalPasses ?? false, `<@${window.userId}>`),
      ...unfitLine(unfitText(MaintenanceWindow, window)),
    ].join("\n"),
    button: removeButton(hook, window),
  }));
}

function removeButton({ id }: Hook, window: MaintenanceWindow): Button {
  return commandButton(texts.off, {
    call: "hooks_maintenance",
    args: { hook: id, words: `off ${window.id}` },
  });
}

/** The button that ends what goes on. */
function endButton({ id }: Hook): Button {
  return commandButton(texts.endNow, { call: "hooks_maintenance_end", args: { hook: id } });
}

function formatWhen(when: MaintenanceWindow["when"]): string {
  if (when.kind === "weekly") return texts.weekly(formatDays(when.days), when);
  return texts.once(slackDate(new Date(when.fromMs)), slackDate(new Date(when.untilMs)));
}

async function remove(
  hook: Hook,
  typed: string | undefined,
  context: OncallContext,
  { userId }: Asker,
): Promise<Reply> {
  const which = typed && (await behindNumber(numbersOf(hook), typed, userId, context));
  let count = 0;
  await change(hook, context, (windows) => {
    const kept = windows.filter(
      ({ id }, index) => which !== undefined && which !== id && which !== String(index + 1),
    );
    count = windows.length - kept.length;
    if (count === 0) throw new AppError("missing", texts.nothingToRemove(hook.name, typed ?? ""));
    return kept;
  });
  return say(texts.removed(hookInMrkdwn(hook), count), [showButton(hook)]);
}

async function endNow(hook: Hook, context: OncallContext): Promise<Reply> {
  const nowMs = context.now().getTime();
  await change(hook, context, (windows) => {
    if (!spanAt(windows, nowMs)) throw new AppError("conflict", texts.notNow(hook.name));
    return windows.map((window) => (spanAt([window], nowMs) ? { ...window, endedAtMs: nowMs } : window));
  });
  return say(texts.endedNow(hookInMrkdwn(hook)), [showButton(hook)]);
}

/** The tab of a hook's window about its maintenance. */
export function maintenanceBlocks(
  hook: Hook,
  person: Visitor,
  { now }: Pick<OncallContext, "now">,
): KnownBlock[] {
  const nowMs = now().getTime();
  const rows = windowRows(hook, nowMs);
  const span = spanAt(hook.maintenance ?? [], nowMs);
  return [
    ...(span
      ? [section(texts.now(slackDate(new Date(span.untilMs)))), ...row(ifOffered(person, endButton(hook)))]
      : []),
    ...(rows.length === 0 ? [section(texts.noWindows(hookInMrkdwn(hook)))] : []),
    ...rows.map(({ line, button }) => {
      const [accessory] = ifOffered(person, button);
      return accessory ? { ...section(line), accessory } : section(line);
    }),
    ...row(offerForm(person, texts.form.open, hook, "maintenance")),
  ];
}
