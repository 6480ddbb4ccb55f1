import { dayMs, humanDuration, readDurationMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/context.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { queueAction, whoActs } from "../actions/target.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, showButton } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import { createHookWith } from "../hooks/create.ts";
import { typed } from "../hooks/texts.ts";
import { Heartbeat, heartbeatKey } from "./record.ts";
import * as texts from "./command-texts.ts";

const usualGraceSeconds = 60;

/** Makes each delivery to a hook a beat, and a missing beat an incident; `off` ends that. Asks first if it gets alerts. */
export async function setHeartbeat(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const name = hookInMrkdwn(hook);
  if (foldName(rest) === "off") {
    await changeHook(hook, context, (present) => ({ ...present, heartbeat: undefined }));
    await endIncident(hook, context, asker);
    return say(texts.isOff(name), [showButton(hook)]);
  }
  const { words, choice } = choiceIn(rest);
  const heartbeat = readHeartbeat(words, hook.name, asker, context.now());
  if (choice === "own") return hookForBeats(hook, heartbeat, context, asker);
  if (!hook.heartbeat && choice === undefined) {
    const alerts = await alertsOfDay(hook, context);
    if (alerts > 0) return askWhich(hook, heartbeat, alerts);
  }
  // First, so a hook that expects beats has its timer.
  await context.heartbeats.begin(hook.id, heartbeat, context.now().getTime());
  const changed = await changeHook(hook, context, (present) => ({ ...present, heartbeat }));
  return say(isOn(changed, heartbeat), [showButton(hook)]);
}

function isOn(hook: Hook, { everySeconds, graceSeconds }: Heartbeat): string {
  const [every, late] = [everySeconds, everySeconds + graceSeconds].map(humanDuration);
  return texts.isOn(hookInMrkdwn(hook), every ?? "", late ?? "", formatChannel(hook));
}

/** Takes the answer to the question off the end: a hook of its own, or this one all the same. */
function choiceIn(rest: string): { words: string; choice?: string } {
  const [, words = rest, choice] = /^(.*?)\s+(own|yes)\s*$/is.exec(rest) ?? [];
  return choice === undefined ? { words: rest } : { words, choice: choice.toLowerCase() };
}

/** How many alerts a hook got since a day ago, as far as its log reaches. */
async function alertsOfDay({ id }: Hook, { eventLog, now }: AlertsContext): Promise<number> {
  const logged = await eventLog(id).since(now().getTime() - dayMs);
  return logged.filter(({ event }) => !event.isTest).length;
}

/** Asks first: a job that stopped could hide among alerts, because each of them is a beat too. */
function askWhich({ id, name }: Hook, { everySeconds, graceSeconds }: Heartbeat, alerts: number): Reply {
  const command = (of: string) => `heartbeat ${of} every ${everySeconds}s grace ${graceSeconds}s`;
  const shown = hookInMrkdwn({ name });
  const question = texts.question(visible(name), alerts);
  return say(texts.ask(shown, alerts, typed(`${command(name)} own`), typed(`${command(name)} yes`)), [
    { ...commandButton(texts.own, `alerts hooks ${command(id)} own`), style: "primary" },
    commandButtonAfter(question, texts.thisOne, `alerts hooks ${command(id)} yes`),
  ]);
}

const longestName = 60;

/** Makes a hook for beats beside one that gets alerts, in the same channel. */
async function hookForBeats(
  { name, channelId }: Hook,
  heartbeat: Heartbeat,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const end = "-beats";
  const taken = new Set((await context.hooks.list()).map((hook) => foldName(hook.name)));
  const first = `${name.slice(0, longestName - end.length - 3)}${end}`;
  const names = Array.from({ length: 100 }, (_, index) => (index === 0 ? first : `${first}-${index + 1}`));
  const free = names.find((each) => !taken.has(foldName(each))) ?? first;
  const more = { heartbeat, headline: (hook: Hook) => isOn(hook, heartbeat) };
  return createHookWith(more, `<#${channelId}> ${free}`, context, asker);
}

/** No beat could end the incident of a hook that expects none. */
async function endIncident({ id }: Hook, context: AlertsContext, asker: Asker): Promise<void> {
  const [present] = await context.incidents.presentOf(id, [heartbeatKey]);
  if (!present || present.state === "resolved") return;
  const who = await whoActs(asker, context);
  await queueAction(context, present, { ...who, verb: "resolve", incidentId: present.id });
}

const wanted = /^(?:every\s+)?(.+?)(?:[\s,]+(?:with\s+)?(?:an?\s+)?(?:grace|slack)(?:\s+of)?\s+(.+))?$/i;

/** Reads "every 5m grace 2m". */
function readHeartbeat(words: string, hookName: string, { userId }: Asker, now: Date): Heartbeat {
  const example = texts.example(hookName);
  const said = oneLine(words);
  if (said === "") throw new AppError("user", `${texts.howOften} ${example}`);
  const [, every = "", grace] = wanted.exec(said) ?? [];
  const everySeconds = secondsIn(every, example);
  const graceSeconds = grace === undefined ? usualGraceSeconds : secondsIn(grace, example);
  const read = Heartbeat.safeParse({ everySeconds, graceSeconds, userId, at: now.toISOString() });
  if (read.success) return read.data;
  throw new AppError("user", `${texts.outOfRange} ${example}`);
}

function secondsIn(text: string, example: string): number {
  const ms = readDurationMs(text);
  if (ms === undefined) throw new AppError("user", `${texts.notATime(text)} ${example}`);
  return Math.round(ms / 1_000);
}
