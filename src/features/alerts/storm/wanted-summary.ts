import type { AlertsContext } from "../context.ts";
import type { Wanted } from "../../../platform/jobs/outbox/source.ts";
import { summaryMessage } from "../message/storm-message.ts";
import { type StormLimits, releaseFew, worstFirst } from "./storm.ts";
import type { StormMember } from "./storms.ts";

const mostInTop = 10;

/** The message that a storm summary should have now; undefined if it has expired. */
export async function wantedSummary(
  context: Pick<AlertsContext, "storms" | "now">,
  summaryId: string,
  limits: StormLimits,
): Promise<Wanted | undefined> {
  const summary = await context.storms.summary(summaryId);
  if (!summary) return undefined;
  const members = await releaseFew(context, summary, await context.storms.members(summaryId), limits);
  const { channelId, startedAtMs, endedAtMs } = summary;
  const root = summaryMessage({
    summaryId,
    channelId,
    startedAtMs,
    ...(endedAtMs === undefined ? {} : { endedAtMs }),
    total: members.length,
    counts: countStates(members),
    byAlert: countBy(members, ({ alertName }) => alertName),
    // A group with one incident, or with none open, is of no use.
    byGroup: countBy(members, ({ group }) => group).filter(({ total, open }) => total > 1 && open > 0),
    bySeverity: countBy(members, ({ severity }) => severity),
    top: topOf(members),
  });
  return { revision: 1, root, thread: [] };
}

/** The ten worst open incidents, by their alerts' names, which are shorter than titles. */
function topOf(members: readonly StormMember[]) {
  return worstFirst(members.filter(({ state }) => state !== "resolved"))
    .slice(0, mostInTop)
    .map((member) => ({ ...member, title: member.alertName }));
}

function countStates(members: readonly StormMember[]) {
  const counts = { firing: 0, acknowledged: 0, snoozed: 0, resolved: 0 };
  for (const { state } of members) counts[state] += 1;
  return counts;
}

/** Counts incidents by a name, the names with most open ones first. */
function countBy(members: readonly StormMember[], nameOf: (member: StormMember) => string | undefined) {
  const byName = new Map<string, { name: string; open: number; total: number }>();
  for (const member of members) {
    const name = nameOf(member);
    if (name === undefined) continue;
    const counted = byName.get(name) ?? { name, open: 0, total: 0 };
    counted.total += 1;
    if (member.state !== "resolved") counted.open += 1;
    byName.set(name, counted);
  }
  return [...byName.values()].toSorted(
    (a, b) => b.open - a.open || b.total - a.total || a.name.localeCompare(b.name, "en"),
  );
}
