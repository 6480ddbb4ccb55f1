import type { AlertsContext } from "../context.ts";
import type { OutboxTraffic } from "../../../platform/jobs/outbox/source.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { StormSummary, StormMember } from "./storms.ts";
import { newsScore } from "../../../platform/jobs/outbox/shown.ts";

const severityRanks: Record<string, number> = { critical: 0, error: 1, warning: 2, info: 3 };

function rankOf({ severity }: StormMember): number {
  return severityRanks[severity ?? ""] ?? 4;
}

/** Incidents of a digest: open ones first, the worst, then those that were seen most often, the others by their names. */
export function worstFirst(members: readonly StormMember[]): StormMember[] {
  return members.toSorted(
    (a, b) =>
      Number(a.state === "resolved") - Number(b.state === "resolved") ||
      rankOf(a) - rankOf(b) ||
      b.times - a.times ||
      a.sinceMs - b.sinceMs ||
      byText(a.alertName, b.alertName) ||
      byText(a.group ?? "", b.group ?? "") ||
      byText(a.incidentId, b.incidentId),
  );
}

// There may be thousands, and by a language's rules each comparison takes many times as long.
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** When a channel is in a storm, and for how long. */
export interface StormLimits {
  /** More new incidents than these waiting in an outbox are a storm. */
  waiting: number;
  /** So are more first messages than these within a minute. */
  aMinute: number;
  /** A storm is over when nothing new has come for so long. */
  calmMs: number;
  /** A digest changes no more often. */
  changeEveryMs: number;
}

/** Ten waiting, twenty a minute, and over after a calm minute. */
export const usualStormLimits: StormLimits = {
  waiting: 10,
  aMinute: 20,
  calmMs: minuteMs,
  changeEveryMs: 2_000,
};

/** How many incidents are taken at once. */
const mostAtOnce = 500;

type StormContext = Pick<AlertsContext, "storms" | "incidents" | "newId" | "now">;

/** True for the id of a digest among the items of an outbox. */
export function isSummary(itemId: string): boolean {
  return itemId.startsWith("digest:");
}

/** The item by which an outbox looks whether a storm is over. */
export function stormEndItem(summaryId: string): string {
  return `storm-end:${summaryId}`;
}

/**
 * Keeps an outbox readable: in a storm all new incidents but critical ones go into one digest, and what a digest shows is
 * told there when it changes. True where anything left the outbox so, and there may be more; but however much keeps coming,
 * a digest that is due has its turn.
 */
export async function manageStorm(
  context: StormContext,
  channelId: string,
  traffic: OutboxTraffic,
  limits: StormLimits,
): Promise<boolean> {
  // Most outboxes never had a storm, and need not be asked about one before each message.
  if (traffic.hasDigests === false && !isStorm(traffic, limits)) return false;
  const { storms, now } = context;
  const changed = traffic.hasDigests === false ? [] : await tellOfChanges(context, channelId, limits);
  const present = await storms.present(channelId);
  const isTaking = traffic.newWaiting > 0 && (present !== undefined || isStorm(traffic, limits));
  const joined = isTaking ? await takeNew(context, channelId, present, limits) : [];
  if (changed.length + joined.length === 0) return false;
  // One that has just begun stands at its place already, and may as well begin with more.
  const known = present ? [...changed, ...joined] : changed;
  return !(await storms.putFirst(channelId, known, now().getTime()));
}

function isStorm({ newWaiting, newPostedLastMinute }: OutboxTraffic, limits: StormLimits): boolean {
  return newWaiting > limits.waiting || (newWaiting > 0 && newPostedLastMinute >= limits.aMinute);
}

/** Answers the digest that took some in. */
async function takeNew(
  context: StormContext,
  channelId: string,
  present: StormSummary | undefined,
  limits: StormLimits,
): Promise<string[]> {
  const { storms, incidents, newId, now } = context;
  const ids = await storms.waitingNew(channelId, mostAtOnce);
  const found = await incidents.many(ids.filter((id) => !isSummary(id)));
  // What was moved to another channel is told of there, and would stay in a digest here as it was.
  const here = found.filter((incident) => incident.channelId === channelId);
  const ordinary = here.filter(({ severity, latest }) => severity !== "critical" && !latest.isUnreadable);
  if (ordinary.length === 0) return [];
  const nowMs = now().getTime();
  const begun = present ?? { id: `digest:${newId()}`, channelId, startedAtMs: nowMs };
  const digest = { ...begun, lastNewAtMs: nowMs };
  const absorbed = await storms.absorb(digest, ordinary, {
    dueMs: present ? nowMs + limits.changeEveryMs : newsScore(nowMs),
    end: { itemId: stormEndItem(digest.id), atMs: nowMs + limits.calmMs },
  });
  return absorbed > 0 ? [digest.id] : [];
}

/** Brings what changed of incidents in digests to these; answers the ids of the digests. */
async function tellOfChanges(
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
  const told: string[] = [];
  for (const [summaryId, members] of Map.groupBy(changed, (member) => member.summaryId)) {
    const digest = await storms.digest(summaryId);
    const kept = digest ? members.flatMap(({ incidentId }) => byId.get(incidentId) ?? []) : [];
    const absorbed = digest ? await storms.absorb(digest, kept, { dueMs: nowMs + changeEveryMs }) : 0;
    // Where the digest, or the incident, is kept no longer, nothing else would ever take it out of the outbox.
    const keptIds = new Set(kept.map(({ id }) => id));
    const rest = members.map(({ incidentId }) => incidentId).filter((id) => !keptIds.has(id));
    if (rest.length > 0) await storms.release({ id: summaryId, channelId }, rest, nowMs);
    if (absorbed + rest.length > 0) told.push(summaryId);
  }
  return told;
}

type AfterStormContext = Pick<AlertsContext, "storms" | "now">;

/** Ends a storm when its calm has lasted long enough; its digest goes on with what it shows. */
export async function endIfCalm(
  context: AfterStormContext,
  summaryId: string,
  limits: StormLimits,
): Promise<void> {
  const { storms, now } = context;
  const digest = await storms.digest(summaryId);
  const nowMs = now().getTime();
  if (!digest) return;
  const { channelId, lastNewAtMs } = digest;
  const calmAtMs = lastNewAtMs + limits.calmMs;
  // Another process's clock may be ahead, or something new came meanwhile.
  if (nowMs < calmAtMs) return storms.schedule(channelId, stormEndItem(summaryId), calmAtMs, "later");
  // Where it had ended, who ended it may have died before the rest was done.
  const ended = { ...digest, endedAtMs: digest.endedAtMs ?? nowMs };
  if (digest.endedAtMs === undefined) await storms.save(ended);
  await releaseFew(context, ended, await storms.members(summaryId), limits);
  await storms.schedule(channelId, summaryId, nowMs, "soonest");
}

/** Few that are still open after a storm get messages of their own, with buttons; answers who stays. */
export async function releaseFew(
  { storms, now }: AfterStormContext,
  digest: StormSummary,
  members: readonly StormMember[],
  limits: StormLimits,
): Promise<readonly StormMember[]> {
  const open = members.filter(({ state }) => state !== "resolved");
  if (digest.endedAtMs === undefined || open.length === 0 || open.length > limits.waiting) return members;
  await storms.release(
    digest,
    open.map(({ incidentId }) => incidentId),
    now().getTime(),
  );
  return members.filter(({ state }) => state === "resolved");
}
