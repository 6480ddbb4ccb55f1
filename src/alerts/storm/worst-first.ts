import type { DigestMember } from "../../store/alerts/storm.ts";

const severityRanks: Record<string, number> = { critical: 0, error: 1, warning: 2, info: 3 };

function rankOf({ severity }: DigestMember): number {
  return severityRanks[severity ?? ""] ?? 4;
}

/** Incidents of a digest: open ones first, the worst, then those that were seen most often. */
export function worstFirst(members: readonly DigestMember[]): DigestMember[] {
  return members.toSorted(
    (a, b) =>
      Number(a.state === "resolved") - Number(b.state === "resolved") ||
      rankOf(a) - rankOf(b) ||
      b.times - a.times ||
      a.sinceMs - b.sinceMs ||
      a.incidentId.localeCompare(b.incidentId),
  );
}
