import { humanDuration, readDurationMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, oneLine } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/context.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { queueAction, whoActs } from "../actions/target.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook, hookInMrkdwn, showButton } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import { Heartbeat, heartbeatKey } from "./record.ts";
import * as texts from "./command-texts.ts";

const usualGraceSeconds = 60;

/** Makes each delivery to a hook a beat, and a missing beat an incident; `off` ends that. */
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
  const heartbeat = readHeartbeat(rest, hook.name, asker, context.now());
  // First, so a hook that expects beats has its timer.
  await context.heartbeats.begin(hook.id, heartbeat, context.now().getTime());
  const changed = await changeHook(hook, context, (present) => ({ ...present, heartbeat }));
  const { everySeconds, graceSeconds } = heartbeat;
  const [every, late] = [everySeconds, everySeconds + graceSeconds].map(humanDuration);
  return say(texts.isOn(name, every ?? "", late ?? "", formatChannel(changed)), [showButton(hook)]);
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
