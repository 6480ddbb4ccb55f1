import type { AlertsContext } from "../context.ts";
import type { Calm, OutboxTraffic, Wanted } from "../../../platform/jobs/outbox/source.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { countBy, isOpen, linesOf, mutedRules, rulesOf } from "./members.ts";
import type { StormSummary, StormMember } from "./storms.ts";
import { mostLines, summaryMessage } from "../message/storm-message.ts";
import { newsScore } from "../../../platform/jobs/outbox/shown.ts";

/** The limits at which a storm begins and ends. */
export interface StormLimits {
  /** A storm begins with more new incidents than this waiting in an outbox. */
  waiting: number;
  /** A storm also begins with this many first messages within a minute and another one waiting. */
  aMinute: number;
  /** A storm ends after this time without a new incident. */
  calmMs: number;
  /** The shortest time between two changes of a summary. */
  changeEveryMs: number;
}

/** The usual limits: ten waiting, twenty a minute, over after a calm minute. */
export const usualStormLimits: StormLimits = {
  waiting: 10,
  aMinute: 20,
  calmMs: minuteMs,
  changeEveryMs: 2_000,
};

/** The most incidents in one step. */
const mostAtOnce = 500;

type StormContext = Pick<AlertsContext, "storms" | "incidents" | "newId" | "now">;

/** True if an outbox item's id is that of a storm summary. */
export function isSummary(itemId: string): boolean {
  return itemId.startsWith("storm-summary:");
}

/** The id of the outbox item that checks whether a storm is over. */
export function stormEndItem(summaryId: string): string {
  return `storm-timer:${summaryId}`;
}

/**
 * Keeps a channel readable: in a storm, all new incidents but critical ones go into one summary, and later changes of
 * them too. True if incidents left the outbox and no known summary is due. Otherwise the outbox goes on, so a
 * flood cannot delay a due summary.
 */
export async function manageStorm(
  context: StormContext,
  channelId: string,
  traffic: OutboxTraffic,
  limits: StormLimits,
): Promise<boolean> {
  // Most outboxes never had a storm, so save them this check before each message.
  if (traffic.hasSummaries === false && !isStorm(traffic, limits)) return false;
  const { storms, now } = context;
  const changed = traffic.hasSummaries === false ? [] : await absorbChanges(context, channelId, limits);
  const present = await storms.present(channelId);
  const isAbsorbing = traffic.newWaiting > 0 && (present !== undefined || isStorm(traffic, limits));
  const joined = isAbsorbing ? await absorbNew(context, channelId, present, limits) : [];
  if (changed.length + joined.length === 0) return false;
  // A new summary keeps its position in the outbox, so more incidents can join it first.
  const known = present ? [...changed, ...joined] : changed;
  return !(await storms.putFirst(channelId, known, now().getTime()));
}

/** The most traffic of a channel that is not a storm. */
export function calmTraffic({ waiting, aMinute }: StormLimits): Calm {
  return { newWaiting: waiting, newPostedLastMinute: aMinute - 1 };
}

function isStorm({ newWaiting, newPostedLastMinute }: OutboxTraffic, limits: StormLimits): boolean {
  return newWaiting > limits.waiting || (newWaiting > 0 && newPostedLastMinute >= limits.aMinute);
}

/** Puts waiting new incidents into the storm's summary. Returns its id, or nothing if none joined. */
async function absorbNew(
  context: StormContext,
  channelId: string,
  present: StormSummary | undefined,
  limits: StormLimits,
): Promise<string[]> {
  const { storms, incidents, newId, now } = context;
  const ids = await storms.waitingNew(channelId, mostAtOnce);
  const found = await incidents.many(ids.filter((id) => !isSummary(id)));
  // A moved incident is posted in its new channel, so it must not join a summary here.
  const here = found.filter((incident) => incident.channelId === channelId);
  const ordinary = here.filter(({ severity, latest }) => severity !== "critical" && !latest.isUnreadable);
  if (ordinary.length === 0) return [];
  const nowMs = now().getTime();
  const begun = present ?? { id: `storm-summary:${newId()}`, channelId, startedAtMs: nowMs };
  const summary = { ...begun, lastNewAtMs: nowMs };
  const absorbed = await storms.absorb(summary, ordinary, {
    dueMs: present ? nowMs + limits.changeEveryMs : newsScore(nowMs),
    end: { itemId: stormEndItem(summary.id), atMs: nowMs + limits.calmMs },
  });
  return absorbed > 0 ? [summary.id] : [];
}

/** Updates summaries with the changed incidents that they show. Returns the ids of these summaries. */
async function absorbChanges(
  context: StormContext,
  channelId: string,
  { changeEveryMs }: StormLimits,
): Promise<string[]> {
  const { storms, incidents, now } = context;
  const changed = await storms.changedMembers(channelId, mostAtOnce);
  if (changed.length === 0) return [];
  const found = await incidents.many(changed.map(({ incidentId }) => incidentId));
  const byId = new Map(found.map((incident) => [incident.id, incident]));
  const nowMs = now().getTime();
  const updated: string[] = [];
  for (const [summaryId, members] of Map.groupBy(changed, (member) => member.summaryId)) {
    const summary = await storms.summary(summaryId);
    const kept = summary ? members.flatMap(({ incidentId }) => byId.get(incidentId) ?? []) : [];
    const absorbed = summary ? await storms.absorb(summary, kept, { dueMs: nowMs + changeEveryMs }) : 0;
    // If the summary or the incident has expired, only this takes the item out of the outbox.
    const keptIds = new Set(kept.map(({ id }) => id));
    const rest = members.map(({ incidentId }) => incidentId).filter((id) => !keptIds.has(id));
    if (rest.length > 0) await storms.release({ id: summaryId, channelId }, rest, nowMs);
    if (absorbed + rest.length > 0) updated.push(summaryId);
  }
  return updated;
}

type AfterStormContext = Pick<AlertsContext, "storms" | "now">;
type SummaryContext = AfterStormContext & Pick<AlertsContext, "hooks">;

/** Ends a storm after its calm time. Its summary goes on showing its incidents. */
export async function endIfCalm(
  context: AfterStormContext,
  summaryId: string,
  limits: StormLimits,
): Promise<void> {
  const { storms, now } = context;
  const summary = await storms.summary(summaryId);
  const nowMs = now().getTime();
  if (!summary) return;
  const { channelId, lastNewAtMs } = summary;
  const calmAtMs = lastNewAtMs + limits.calmMs;
  // Another process' clock may be ahead, or a new incident arrived meanwhile.
  if (nowMs < calmAtMs) return storms.schedule(channelId, stormEndItem(summaryId), calmAtMs, "later");
  // If it has ended already, a process may have crashed before the next steps, so repeat them.
  const ended = { ...summary, endedAtMs: summary.endedAtMs ?? nowMs };
  if (summary.endedAtMs === undefined) await storms.save(ended);
  await releaseFew(context, ended, await storms.members(summaryId), limits);
  await storms.schedule(channelId, summaryId, nowMs, "soonest");
}

/** After a storm, gives a few open incidents messages of their own. Returns the members that stay. */
async function releaseFew(
  { storms, now }: AfterStormContext,
  summary: StormSummary,
  members: readonly StormMember[],
  limits: StormLimits,
): Promise<readonly StormMember[]> {
  const open = members.filter(isOpen).map(({ incidentId }) => incidentId);
  if (summary.endedAtMs === undefined || open.length === 0 || open.length > limits.waiting) return members;
  await storms.release(summary, open, now().getTime());
  return members.filter((member) => !isOpen(member));
}

/** The message that a storm summary should have now; undefined if it has expired. */
export async function wantedSummary(
  context: SummaryContext,
  summaryId: string,
  limits: StormLimits,
): Promise<Wanted | undefined> {
  const summary = await context.storms.summary(summaryId);
  if (!summary) return undefined;
  const members = await releaseFew(context, summary, await context.storms.members(summaryId), limits);
  const counts = { firing: 0, acknowledged: 0, snoozed: 0, resolved: 0 };
  for (const { state } of members) counts[state] += 1;
  const open = members.filter(isOpen);
  // After the last resolve, it still says what it was about.
  const lines = linesOf(open.length > 0 ? open : members);
  const root = summaryMessage({
    ...summary,
    summaryId,
    total: members.length,
    counts,
    // A group with one incident, or with none open, is of no use.
    byGroup: countBy(members, ({ group }) => group).filter(({ total, open }) => total > 1 && open > 0),
    bySeverity: countBy(members, ({ severity }) => severity),
    lines: lines.slice(0, mostLines),
    moreLines: Math.max(0, lines.length - mostLines),
    muted: mutedRules(members, await context.hooks.list()),
    openRules: rulesOf(open).length,
  });
  return { revision: 1, root, thread: [] };
}
