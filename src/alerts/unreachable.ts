import { code, escapeName } from "../blocks/escape.ts";
import { say } from "../blocks/reply.ts";
import { placeInMrkdwn } from "../blocks/place.ts";
import type { ContextOf, WorkspaceContext } from "../context.ts";
import type { LaneSource } from "../delivery/lanes/source.ts";
import { postOnce } from "../delivery/post-once.ts";
import { isAppError } from "../errors.ts";
import type { Hook } from "../store/alerts/hook.ts";
import { actOn } from "./act.ts";
import { isDigest } from "./storm/storm.ts";

/** What is done where a channel takes nothing any more, and when it does again. */
interface Reachability extends Pick<LaneSource, "unreachable" | "reached"> {
  /** Tells it of a hook that was just read. */
  know(hook: Hook): void;
}

/** Sends incidents on to their hook's fallback channel, and tells the hook's owner, once. */
export function createReachability(contextOf: ContextOf): Reachability {
  // Of the channels that took nothing: most never did so, and cost nothing here.
  const troubled = new Map<string, { hookId: string; channelId: string }>();

  return {
    know({ id, unreachable }) {
      if (unreachable) troubled.set(id, { hookId: id, channelId: unreachable.channelId });
    },

    async unreachable(workspaceId, channelId, itemId, reason) {
      const context = contextOf(workspaceId);
      if (isDigest(itemId)) return dissolve(context, itemId);
      const incident = await context.incidents.find(itemId);
      const hook = incident && (await context.hooks.find(incident.hookId));
      if (!hook) return "dead";
      await tellOwnerOnce(context, hook, channelId, reason);
      const { fallbackChannelId } = hook;
      if (fallbackChannelId === undefined || fallbackChannelId === channelId) return "dead";
      const atMs = context.now().getTime();
      const moving = { kind: "act", act: "move", incidentId: itemId, atMs, reason } as const;
      await actOn(context, incident, { ...moving, toChannelId: fallbackChannelId });
      return "moved";
    },

    reached(workspaceId, channelId) {
      for (const { hookId, channelId: was } of troubled.values()) {
        if (was !== channelId) continue;
        troubled.delete(hookId);
        const context = contextOf(workspaceId);
        void forgetTrouble(context, hookId, channelId).catch((err: unknown) =>
          context.log.warn({ err, hookId }, "a channel takes messages again, which could not be kept"),
        );
      }
    },
  };
}

/** The incidents of a digest go their own ways, which lead to their hooks' fallback channels. */
async function dissolve({ storms, now }: WorkspaceContext, digestId: string): Promise<"gone" | "dead"> {
  const digest = await storms.digest(digestId);
  if (!digest) return "dead";
  const nowMs = now().getTime();
  const members = await storms.members(digestId);
  await storms.save({ ...digest, endedAtMs: nowMs });
  await storms.release(
    digest,
    members.map(({ incidentId }) => incidentId),
    nowMs,
  );
  return "gone";
}

async function forgetTrouble({ hooks }: WorkspaceContext, hookId: string, channelId: string): Promise<void> {
  await hooks.change(hookId, ({ unreachable, ...hook }) =>
    unreachable && unreachable.channelId !== channelId ? { ...hook, unreachable } : hook,
  );
}

async function tellOwnerOnce(
  context: WorkspaceContext,
  hook: Hook,
  channelId: string,
  reason: string,
): Promise<void> {
  if (hook.unreachable?.channelId === channelId) return;
  const at = context.now().toISOString();
  const unreachable = { channelId, reason, at };
  const changed = await context.hooks.change(hook.id, (present) =>
    present.unreachable?.channelId === channelId ? present : { ...present, unreachable },
  );
  const since = changed?.unreachable?.at ?? at;
  try {
    const key = `${hook.id}:unreachable:${channelId}:${since}`;
    await postOnce(context, {
      key,
      channelId: hook.ownerId,
      reply: say(troubleInWords(hook, channelId, reason)),
    });
  } catch (error) {
    // They may have left the workspace, and then there is nobody to tell.
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, hookId: hook.id }, "a hook's owner cannot be told");
  }
}

function troubleInWords({ name, fallbackChannelId }: Hook, channelId: string, reason: string): string {
  const what = `Alerts of your hook “${escapeName(name)}” can no longer be posted ${placeInMrkdwn({ channelId })}: ${escapeName(reason, 200)}`;
  const whatNow =
    fallbackChannelId && fallbackChannelId !== channelId
      ? `They go to <#${fallbackChannelId}> meanwhile. Invite me back, or change the hook, and they come there again.`
      : `They are kept, and none is lost: invite me back, then post them with ${code("/db alerts dead")}. With ${code(`/db hook fallback ${name} #channel`)} another channel takes over next time.`;
  return `${what}\n${whatNow}`;
}
