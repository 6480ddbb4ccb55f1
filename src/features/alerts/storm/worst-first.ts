import type { DigestMember } from "./record.ts";

const severityRanks: Record<string, number> = { critical: 0, error: 1, warning: 2, info: 3 };

function rankOf({ severity }: DigestMember): number {
  return severityRanks[severity ?? ""] ?? 4;
}

/** Incidents of a digest: open ones first, the worst, then those that were seen most often, the others by their names. */
export function worstFirst(members: readonly DigestMember[]): DigestMember[] {
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
