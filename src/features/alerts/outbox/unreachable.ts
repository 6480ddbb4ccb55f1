import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import type { OutboxSource } from "../../../platform/jobs/outbox/source.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Incident } from "../incident/record.ts";
import { queueAction } from "../actions/target.ts";
import type { AlertContext, AlertContextOf } from "../context.ts";
import { isSummary } from "../storm/storm.ts";
import { type Hook, mostRules, workspaceOfHook } from "../hooks/record.ts";

/** Reacts if a channel rejects messages, and if it accepts them again. */
interface Reachability extends Pick<OutboxSource, "unreachable" | "reached"> {
  /** Notes the unreachable channels of a hook that was just read. */
  know(hook: Hook): void;
}

/** Moves incidents to their hook's fallback channel and notifies the hook's owner once. */
export function createReachability(contextOf: AlertContextOf): Reachability {
  // Only hooks with unreachable channels are here, so the usual ones cost nothing.
  const troubled = new Map<string, readonly string[]>();

  return {
    know({ id, unreachable = [] }) {
      if (unreachable.length === 0) troubled.delete(id);
      else
        troubled.set(
          id,
          unreachable.map(({ channelId }) => channelId),
        );
    },

    async unreachable(workspaceId, channelId, itemId, reason) {
      const context = contextOf(workspaceId);
      if (isSummary(itemId)) return dissolve(context, { id: itemId, channelId }, reason);
      const incident = await context.incidents.find(itemId);
      const hook = incident && (await context.hooks.find(incident.hookId));
      if (!hook) return "dead";
      await notifyOwnerOnce(context, hook, channelId, reason);
      return (await moveOn(context, incident, hook, channelId, reason)) ? "moved" : "dead";
    },

    reached(workspaceId, channelId) {
      for (const [hookId, channelIds] of troubled) {
        // A shared channel has the same id in several workspaces.
        if (!channelIds.includes(channelId) || workspaceOfHook(hookId) !== workspaceId) continue;
        troubled.set(
          hookId,
          channelIds.filter((each) => each !== channelId),
        );
        const context = contextOf(workspaceId);
        void forgetTrouble(context, hookId, channelId).catch((err: unknown) =>
          context.log.warn({ err, hookId }, "a channel takes messages again, which could not be kept"),
        );
      }
    },
  };
}

/** Moves an incident to its hook's fallback channel; false if there is none. */
async function moveOn(
  context: AlertContext,
  incident: Incident,
  { fallbackChannelId }: Hook,
  channelId: string,
  reason: string,
): Promise<boolean> {
  if (fallbackChannelId === undefined || fallbackChannelId === channelId) return false;
  const action = {
    kind: "action",
    verb: "move",
    incidentId: incident.id,
    atMs: context.now().getTime(),
  } as const;
  await queueAction(context, incident, { ...action, toChannelId: fallbackChannelId, reason });
  return true;
}

/** The most incidents of a summary to move at once. */
const mostAtOnce = 500;

/**
 * Moves the incidents of a summary to the fallback channels of their hooks. "dead" if some have none; they stay in it.
 */
async function dissolve(
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
      if (hook) await notifyOwnerOnce(context, hook, summary.channelId, reason);
    }
    const stays = await Promise.all(
      known.map(async (incident) => {
        const hook = byId.get(incident.hookId);
        const isMoved = hook && (await moveOn(context, incident, hook, summary.channelId, reason));
        return isMoved ? [] : [incident.id];
      }),
    );
    const staying = new Set(stays.flat());
    left = await storms.withdraw(
      summary,
      some.filter((id) => !staying.has(id)),
    );
  }
  return left === 0 ? "gone" : "dead";
}

async function forgetTrouble({ hooks }: AlertContext, hookId: string, channelId: string): Promise<void> {
  await hooks.change(hookId, ({ unreachable = [], ...hook }) => {
    const left = unreachable.filter((each) => each.channelId !== channelId);
    return left.length === 0 ? hook : { ...hook, unreachable: left };
  });
}

/** The most channels that a hook can use: one for each rule, and its own two. */
const mostKept = mostRules + 2;

async function notifyOwnerOnce(
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
  try {
    const key = `${hook.id}:unreachable:${channelId}:${since}`;
    await postOnce(context, {
      key,
      channelId: hook.ownerId,
      reply: say(formatTrouble(hook, channelId, reason)),
    });
  } catch (error) {
    // The owner may have left the workspace. Their alerts are moved anyway.
    if (isAppError(error, "limited", "upstream")) throw error;
    context.log.info({ err: error, hookId: hook.id }, "a hook's owner cannot be told");
  }
}

function formatTrouble({ name, fallbackChannelId }: Hook, channelId: string, reason: string): string {
  const what = `Alerts of your hook “${escapeName(name)}” can no longer be posted ${formatChannel({ channelId })}: ${escapeName(reason, 200)}`;
  const whatNow =
    fallbackChannelId && fallbackChannelId !== channelId
      ? `They go to <#${fallbackChannelId}> meanwhile. Invite me back, or change the hook, and they come there again.`
      : `They are kept, and none is lost: invite me back, then post them with ${code("/db alerts dead")}. With ${code(`/db hook fallback ${name} #channel`)} another channel takes over next time.`;
  return `${what}\n${whatNow}`;
}
