import type { OutboxSource } from "../../../platform/jobs/outbox/source.ts";
import type { AlertContext, AlertContextOf } from "../context.ts";
import { incidentMessage } from "../message/incident-message.ts";
import { threadEntries } from "../message/thread-entries.ts";
import { wantedSummary } from "../storm/wanted-summary.ts";
import { createReachability } from "./unreachable.ts";
import { goneNotice, wholeText } from "../message/body.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { Hook } from "../hooks/record.ts";
import { type StormLimits, endIfCalm, isSummary, manageStorm } from "../storm/storm.ts";

/** Gives the outboxes the wanted messages of incidents and storm summaries. */
export function alertOutboxSource(contextOf: AlertContextOf, limits: StormLimits): OutboxSource {
  const reachability = createReachability(contextOf);
  return {
    async wanted(workspaceId, itemId, channelId) {
      const context = contextOf(workspaceId);
      if (isSummary(itemId)) return wantedSummary(context, itemId, limits);
      const [, endingSummaryId] = /^storm-timer:(.+)$/.exec(itemId) ?? [];
      if (endingSummaryId !== undefined) {
        await endIfCalm(context, endingSummaryId, limits);
        return undefined;
      }
      const incident = await context.incidents.find(itemId);
      const hook = incident && (await context.hooks.find(incident.hookId));
      // A moved incident belongs to another channel's outbox.
      if (!hook || incident.channelId !== channelId) return undefined;
      reachability.know(hook);
      return {
        revision: incident.revision,
        root: incidentMessage(incident, hook),
        thread: threadEntries(incident, async () => {
          const whole = await wholeText(incident, context);
          return [whole.text, goneNotice(whole) ?? []].flat().join("\n\n");
        }),
      };
    },
    prepare: (workspaceId, channelId, traffic) =>
      manageStorm(contextOf(workspaceId), channelId, traffic, limits),
    unreachable: reachability.unreachable,
    stuck: ownersOfStuck(contextOf),
    reached: reachability.reached,
  };
}

/** Notifies the owners of an item's hooks that Slack refuses it for an unknown reason, once a day for each channel. */
function ownersOfStuck(contextOf: AlertContextOf): OutboxSource["stuck"] {
  return async (workspaceId, channelId, itemId, reason) => {
    const context = contextOf(workspaceId);
    try {
      for (const hook of await hooksBehind(context, channelId, itemId))
        await notifyOwner(context, hook, channelId, reason);
    } catch (error) {
      // The outbox tries the alert again anyway, and keeps it as a dead letter in the end.
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
  if (isSummary(itemId)) return (await hooks.list()).filter((hook) => hook.channelId === channelId);
  const incident = await incidents.find(itemId);
  const hook = incident && (await hooks.find(incident.hookId));
  return hook ? [hook] : [];
}

async function notifyOwner(
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
      `Slack refuses an alert of your hook “${escapeName(hook.name)}” ${formatChannel({ channelId })}: ${escapeName(reason, 200)}\nI try it a few times more. If that does not help, it is kept, and ${code("/db alerts dead")} shows it.`,
    ),
  });
}

type Unreachable = NonNullable<Hook["unreachable"]>;

/** The unreachable channels among those that a hook uses now. */
export function troublesOf({
  channelId,
  fallbackChannelId,
  rules,
  unreachable = [],
}: Pick<Hook, "channelId" | "fallbackChannelId" | "rules" | "unreachable">): Unreachable {
  const used = new Set([channelId, fallbackChannelId, ...rules.map((rule) => rule.channelId)]);
  return unreachable.filter((each) => used.has(each.channelId));
}
