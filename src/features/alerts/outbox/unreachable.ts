import { isAppError } from "../../../lib/errors.ts";
import { escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { tellSomeone } from "../../../platform/jobs/tell.ts";
import { queueAction } from "../actions/target.ts";
import type { AlertContext } from "../context.ts";
import { type Hook, mostRules } from "../hooks/record.ts";
import * as texts from "../hooks/texts.ts";
import type { Incident } from "../incident/record.ts";
import { isSummary } from "../storm/storm.ts";

/** The incident of an outbox item, and its hook. */
export async function findItem({ incidents, hooks }: AlertContext, itemId: string) {
  const incident = await incidents.find(itemId);
  return { incident, hook: incident && (await hooks.find(incident.hookId)) };
}

/** The hooks of an outbox item: for a storm summary, those that post to its channel. */
export async function hooksBehind(context: AlertContext, channelId: string, itemId: string): Promise<Hook[]> {
  if (isSummary(itemId)) return (await context.hooks.list()).filter((hook) => hook.channelId === channelId);
  const { hook } = await findItem(context, itemId);
  return hook ? [hook] : [];
}

/** Tells the owner, or else an admin, that Slack refuses an alert for an unknown reason, once a day for each channel. */
export async function notifyOfRefusal(
  context: AlertContext,
  { id, name, ownerId }: Hook,
  channelId: string,
  reason: string,
): Promise<void> {
  const day = context.now().toISOString().slice(0, 10);
  const notice = {
    key: `${id}:stuck:${channelId}:${day}`,
    userId: ownerId,
    reply: say(texts.slackRefuses(escapeName(name), formatChannel({ channelId }), escapeName(reason, 200))),
  };
  await tellSomeone(notice, context);
}

/** Moves an incident to its hook's fallback channel; false if there is none. */
export async function moveOn(
  context: AlertContext,
  incident: Incident,
  { fallbackChannelId }: Hook,
  channelId: string,
  reason: string,
): Promise<boolean> {
  if (fallbackChannelId === undefined || fallbackChannelId === channelId) return false;
  await queueAction(context, incident, {
    kind: "action",
    verb: "move",
    incidentId: incident.id,
    atMs: context.now().getTime(),
    toChannelId: fallbackChannelId,
    reason,
  });
  return true;
}

/** The most incidents of a summary to move at once. */
const mostAtOnce = 500;

/**
 * Moves the incidents of a summary to the fallback channels of their hooks. "dead" if some have none; they stay in it.
 */
export async function dissolve(
  context: AlertContext,
  summary: { id: string; channelId: string },
  reason: string,
): Promise<"gone" | "dead"> {
  const { storms, incidents, hooks } = context;
  const byId = new Map((await hooks.list()).map((hook) => [hook.id, hook]));
  const ids = (await storms.members(summary.id)).map(({ incidentId }) => incidentId);
  let left = await storms.withdraw(summary, []);
  for (let from = 0; from < ids.length; from += mostAtOnce) {
    const some = ids.slice(from, from + mostAtOnce);
    const known = await incidents.many(some);
    for (const hookId of new Set(known.map((incident) => incident.hookId))) {
      const hook = byId.get(hookId);
      if (hook) await notifyOfUnreachable(context, hook, summary.channelId, reason);
    }
    const staying = new Set<string>();
    await Promise.all(
      known.map(async (incident) => {
        const hook = byId.get(incident.hookId);
        const isMoved = hook && (await moveOn(context, incident, hook, summary.channelId, reason));
        if (!isMoved) staying.add(incident.id);
      }),
    );
    left = await storms.withdraw(
      summary,
      some.filter((id) => !staying.has(id)),
    );
  }
  return left === 0 ? "gone" : "dead";
}

/** The most channels that a hook can use: one for each rule, and its own two. */
const mostKept = mostRules + 2;

/**
 * Notes that a channel of a hook is unreachable, and tells the owner, or else an admin, once. The hook and App Home show
 * it too.
 */
export async function notifyOfUnreachable(
  context: AlertContext,
  hook: Hook,
  channelId: string,
  reason: string,
): Promise<void> {
  const at = context.now().toISOString();
  const known = (present: Hook) => present.unreachable?.find((each) => each.channelId === channelId);
  const present = known(hook)
    ? hook
    : await context.hooks.change(hook.id, (each) => {
        if (known(each)) return each;
        const others = (each.unreachable ?? []).slice(1 - mostKept);
        return { ...each, unreachable: [...others, { channelId, reason, at }] };
      });
  const since = (present && known(present)?.at) ?? at;
  const key = `${hook.id}:unreachable:${channelId}:${since}`;
  const notice = { key, userId: hook.ownerId, reply: say(formatTrouble(hook, channelId, reason)) };
  try {
    await tellSomeone(notice, context);
  } catch (err) {
    // The alerts are moved also if no one can be told.
    if (isAppError(err, "limited", "upstream")) throw err;
    context.log.warn({ err, hookId: hook.id }, "couldn't tell anyone about an unreachable channel");
  }
}

function formatTrouble({ name, fallbackChannelId }: Hook, channelId: string, reason: string): string {
  const what = texts.cannotPost(escapeName(name), formatChannel({ channelId }), escapeName(reason, 200));
  const whatNow =
    fallbackChannelId && fallbackChannelId !== channelId
      ? texts.fallbackTakesOver(`<#${fallbackChannelId}>`)
      : texts.keptUndelivered(name);
  return `${what}\n${whatNow}`;
}

/** The unreachable channels among those that a hook uses now. */
export function troublesOf({
  channelId,
  fallbackChannelId,
  rules,
  unreachable = [],
}: Pick<Hook, "channelId" | "fallbackChannelId" | "rules" | "unreachable">): NonNullable<
  Hook["unreachable"]
> {
  const used = new Set([channelId, fallbackChannelId, ...rules.map((rule) => rule.channelId)]);
  return unreachable.filter((each) => used.has(each.channelId));
}
