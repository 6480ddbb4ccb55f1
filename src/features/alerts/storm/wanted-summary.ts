import type { AlertsContext } from "../context.ts";
import type { Wanted } from "../../../platform/jobs/outbox/source.ts";
import { summaryMessage } from "../message/storm-message.ts";
import { type StormLimits, releaseFew, worstFirst } from "./storm.ts";
import type { StormMember } from "./storms.ts";

const mostInTop = 10;

/** How a storm's digest should look now; undefined where it is kept no longer. */
export async function wantedSummary(
  context: Pick<AlertsContext, "storms" | "now">,
  summaryId: string,
  limits: StormLimits,
): Promise<Wanted | undefined> {
  const digest = await context.storms.digest(summaryId);
  if (!digest) return undefined;
  const members = await releaseFew(context, digest, await context.storms.members(summaryId), limits);
  const { channelId, startedAtMs, endedAtMs } = digest;
  const root = summaryMessage({
    summaryId,
    channelId,
    startedAtMs,
    ...(endedAtMs === undefined ? {} : { endedAtMs }),
    total: members.length,
    counts: countStates(members),
    byAlert: countBy(members, ({ alertName }) => alertName),
    // Where each is alone in its group, or all of it is over, groups say nothing.
    byGroup: countBy(members, ({ group }) => group).filter(({ total, open }) => total > 1 && open > 0),
    bySeverity: countBy(members, ({ severity }) => severity),
    top: topOf(members),
  });
  return { revision: 1, root, thread: [] };
}

/** By their alerts' names, which say it shorter than titles; what is over matters no more. */
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

/** Those with most open ones first. */
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
