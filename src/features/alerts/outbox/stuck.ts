import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { LaneSource } from "../../../platform/jobs/outbox/source.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { Hook } from "../hooks/record.ts";
import type { AlertContext, AlertContextOf } from "../context.ts";
import { isDigest } from "../storm/storm.ts";

/** Tells the owners of the hooks behind an item that Slack refuses it for an unknown reason, once a day and channel. */
export function ownersOfStuck(contextOf: AlertContextOf): LaneSource["stuck"] {
  return async (workspaceId, channelId, itemId, reason) => {
    const context = contextOf(workspaceId);
    try {
      for (const hook of await hooksBehind(context, channelId, itemId))
        await tellOwner(context, hook, channelId, reason);
    } catch (error) {
      // The alert is tried again all the same, and is among the dead letters in the end.
      context.log.info(
        { err: error, channelId },
        "a hook's owner cannot be told of an alert that Slack refuses",
      );
    }
  };
}

async function hooksBehind(
  { hooks, incidents }: AlertContext,
  channelId: string,
  itemId: string,
): Promise<Hook[]> {
  if (isDigest(itemId)) return (await hooks.list()).filter((hook) => hook.channelId === channelId);
  const incident = await incidents.find(itemId);
  const hook = incident && (await hooks.find(incident.hookId));
  return hook ? [hook] : [];
}

async function tellOwner(
  context: AlertContext,
  hook: Hook,
  channelId: string,
  reason: string,
): Promise<void> {
  const day = context.now().toISOString().slice(0, 10);
  await postOnce(context, {
    key: `${hook.id}:stuck:${channelId}:${day}`,
    channelId: hook.ownerId,
    reply: say(
      `Slack refuses an alert of your hook “${escapeName(hook.name)}” ${placeInMrkdwn({ channelId })}: ${escapeName(reason, 200)}\nI try it a few times more. If that does not help, it is kept, and ${code("/db alerts dead")} shows it.`,
    ),
  });
}
