import type { ItemRecords, OutboxSource } from "../../../platform/jobs/outbox/source.ts";
import type { AlertContext, AlertContextOf } from "../context.ts";
import { memoize } from "../../../lib/cache.ts";
import { isAppError } from "../../../lib/errors.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { queueAction } from "../actions/target.ts";
import type { Incident } from "../incident/record.ts";
import { incidentMessage } from "../message/incident-message.ts";
import { threadEntries } from "../message/thread-entries.ts";
import { goneNotice, wholeText } from "../message/body.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { type Hook, mostRules, workspaceOfHook } from "../hooks/record.ts";
import * as texts from "../hooks/texts.ts";
import {
  type StormLimits,
  calmTraffic,
  endIfCalm,
  isSummary,
  manageStorm,
  wantedSummary,
} from "../storm/storm.ts";

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
      return {
        revision: incident.revision,
        root: incidentMessage(incident, hook),
        traceparents: incident.traceparents,
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

/** The incident of an outbox item, and its hook, from their records. */
function readItem({ incidents, hooks }: AlertContext, itemId: string, { item, owner }: ItemRecords) {
  return {
    incident: item === "" ? undefined : incidents.read(itemId, item),
    hook: owner === "" ? undefined : hooks.read(owner),
  };
}

/** The incident of an outbox item, and its hook. */
async function findItem({ incidents, hooks }: AlertContext, itemId: string) {
  const incident = await incidents.find(itemId);
  return { incident, hook: incident && (await hooks.find(incident.hookId)) };
}

async function hooksBehind(context: AlertContext, channelId: string, itemId: string): Promise<Hook[]> {
  if (isSummary(itemId)) return (await context.hooks.list()).filter((hook) => hook.channelId === channelId);
  const { hook } = await findItem(context, itemId);
  return hook ? [hook] : [];
}

/** Notifies the owner that Slack refuses an alert for an unknown reason, once a day for each channel. */
async function notifyOfRefusal(
  context: AlertContext,
  { id, name, ownerId }: Hook,
  channelId: string,
  reason: string,
): Promise<void> {
  const day = context.now().toISOString().slice(0, 10);
  await postOnce(context, {
    key: `${id}:stuck:${channelId}:${day}`,
    channelId: ownerId,
    reply: say(texts.slackRefuses(escapeName(name), formatChannel({ channelId }), escapeName(reason, 200))),
  });
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

/** Notes that a channel of a hook is unreachable, and notifies the owner once. */
async function notifyOfUnreachable(
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
    await postOnce(context, {
      key: `${hook.id}:unreachable:${channelId}:${since}`,
      channelId: hook.ownerId,
      reply: say(formatTrouble(hook, channelId, reason)),
    });
  } catch (err) {
    // The owner may have left the workspace. Their alerts are moved anyway.
    if (isAppError(err, "limited", "upstream")) throw err;
    context.log.info({ err, hookId: hook.id }, "couldn't tell a hook's owner about an unreachable channel");
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
