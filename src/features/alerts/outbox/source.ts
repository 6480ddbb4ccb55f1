import type { ItemRecords, OutboxSource } from "../../../platform/jobs/outbox/source.ts";
import type { AlertContext, AlertContextOf } from "../context.ts";
import { ownerText } from "../../owners/index.ts";
import { orUndefined } from "../../../lib/errors.ts";
import { memoize } from "../../../lib/cache.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { incidentMessage } from "../message/incident-message.ts";
import { threadEntries } from "../message/thread-entries.ts";
import { goneNotice, wholeText } from "../message/body.ts";
import { type Hook, workspaceOfHook } from "../hooks/record.ts";
import {
  type StormLimits,
  calmTraffic,
  endIfCalm,
  isSummary,
  manageStorm,
  wantedSummary,
} from "../storm/storm.ts";
import {
  dissolve,
  findItem,
  hooksBehind,
  moveOn,
  notifyOfRefusal,
  notifyOfUnreachable,
} from "./unreachable.ts";

/**
 * Gives the outboxes the wanted messages of incidents and storm summaries. If a channel rejects messages, moves its
 * incidents to their hooks' fallback channels and notifies the hooks' owners once.
 */
export function alertOutboxSource(contextOf: AlertContextOf, limits: StormLimits): OutboxSource {
  // The unreachable channels by hook. Only hooks that have some are here, so the usual ones cost nothing.
  const troubled = new Map<string, readonly string[]>();

  return {
    recordsOf: memoize((workspaceId) => ({
      prefix: keys.incident(workspaceId, ""),
      // The id comes first in a record, and no id holds a quotation mark.
      ownerPattern: '"hookId":"([^"]*)"',
      owners: keys.hooks(workspaceId),
    })),

    async wanted(workspaceId, itemId, channelId, records) {
      const context = contextOf(workspaceId);
      if (isSummary(itemId)) return wantedSummary(context, itemId, limits);
      const part = ofPart(itemId, context);
      if (part) return part.wanted(itemId, context);
      const [, endingSummaryId] = /^storm-timer:(.+)$/.exec(itemId) ?? [];
      if (endingSummaryId !== undefined) {
        await endIfCalm(context, endingSummaryId, limits);
        return undefined;
      }
      const { incident, hook } = readItem(context, itemId, records);
      // A moved incident belongs to another channel's outbox.
      if (!incident || !hook || incident.channelId !== channelId) return undefined;
      const { unreachable = [] } = hook;
      if (unreachable.length === 0) troubled.delete(hook.id);
      else
        troubled.set(
          hook.id,
          unreachable.map((each) => each.channelId),
        );
      const [owner, linked] = await Promise.all([ownerOf(hook, context), context.incidents.linked(incident)]);
      return {
        revision: incident.revision,
        root: incidentMessage(incident, hook, owner, linked),
        traceparents: incident.traceparents ?? [],
        thread: threadEntries(incident, async () => {
          const whole = await wholeText(incident, context);
          return [whole.text, goneNotice(whole) ?? []].flat().join("\n\n");
        }),
      };
    },

    calm: calmTraffic(limits),
    prepare: (workspaceId, channelId, traffic) =>
      manageStorm(contextOf(workspaceId), channelId, traffic, limits),

    async unreachable(workspaceId, channelId, itemId, reason) {
      const context = contextOf(workspaceId);
      if (isSummary(itemId)) return dissolve(context, { id: itemId, channelId }, reason);
      // The channel can't learn of it, and its alerts go elsewhere.
      if (ofPart(itemId, context)) return "gone";
      const { incident, hook } = await findItem(context, itemId);
      if (!incident || !hook) return "dead";
      await notifyOfUnreachable(context, hook, channelId, reason);
      return (await moveOn(context, incident, hook, channelId, reason)) ? "moved" : "dead";
    },

    async stuck(workspaceId, channelId, itemId, reason) {
      const context = contextOf(workspaceId);
      try {
        for (const hook of await hooksBehind(context, channelId, itemId))
          await notifyOfRefusal(context, hook, channelId, reason);
      } catch (err) {
        // The outbox tries the alert again anyway, and keeps it as a dead letter in the end.
        context.log.info(
          { err, channelId },
          "couldn't tell a hook's owner about an alert that Slack refuses",
        );
      }
    },

    reached(workspaceId, channelId) {
      for (const [hookId, channelIds] of troubled) {
        // A shared channel has the same id in several workspaces.
        if (!channelIds.includes(channelId) || workspaceOfHook(hookId) !== workspaceId) continue;
        troubled.set(
          hookId,
          channelIds.filter((each) => each !== channelId),
        );
        const { hooks, log } = contextOf(workspaceId);
        const forget = ({ unreachable = [], ...hook }: Hook) => {
          const left = unreachable.filter((each) => each.channelId !== channelId);
          return left.length === 0 ? hook : { ...hook, unreachable: left };
        };
        void hooks.change(hookId, forget).catch((err: unknown) => {
          log.warn({ err, hookId }, "couldn't record that a channel takes messages again");
        });
      }
    },
  };
}

/** The part of hooks that an item of an outbox belongs to; undefined for an incident. */
function ofPart(itemId: string, { hookParts }: Pick<AlertContext, "hookParts">) {
  return hookParts.find(({ posts }) => posts?.has(itemId))?.posts;
}

/** Whom the service that a hook observes belongs to, in mrkdwn. Undefined if the hook's service isn't known. */
async function ownerOf({ observes }: Hook, { owners }: AlertContext): Promise<string | undefined> {
  const serviceId = observes?.serviceId;
  if (serviceId === undefined) return undefined;
  // An unreadable record must not keep an alert out of its channel.
  return ownerText(await orUndefined(() => owners.of(serviceId), "bug"));
}

/** The incident of an outbox item, and its hook, from their records. */
function readItem({ incidents, hooks }: AlertContext, itemId: string, { item, owner }: ItemRecords) {
  return {
    incident: item === "" ? undefined : incidents.read(itemId, item),
    hook: owner === "" ? undefined : hooks.read(owner),
  };
}
