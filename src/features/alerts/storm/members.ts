import { hashText } from "../../../lib/hash.ts";
import { type Hook, ruleMuteKey } from "../hooks/record.ts";
import { severityRank } from "../incident/event-record.ts";
import type { StormLine } from "../message/storm-message.ts";
import type { StormMember } from "./storms.ts";

/** True for an incident that is not resolved. */
export function isOpen({ state }: Pick<StormMember, "state">): boolean {
  return state !== "resolved";
}

/** Sorts incidents of a storm: open before resolved, then by severity, count, age and name. */
export function worstFirst(members: readonly StormMember[]): StormMember[] {
  return members.toSorted(
    (a, b) =>
      Number(isOpen(b)) - Number(isOpen(a)) ||
      severityRank(b.severity) - severityRank(a.severity) ||
      b.times - a.times ||
      a.sinceMs - b.sinceMs ||
      byText(a.alertName, b.alertName) ||
      byText(a.group ?? "", b.group ?? "") ||
      byText(a.incidentId, b.incidentId),
  );
}

// There may be thousands, and a comparison by language rules takes many times as long.
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The incidents that differ in their groups alone, together. The worst first, then the most. */
export function linesOf(members: readonly StormMember[]): StormLine[] {
  const identical = Map.groupBy(
    members,
    ({ alertName, state, takenBy = "", takenByName = "", severity = "" }) =>
      JSON.stringify([state, takenBy, takenByName, severity, alertName]),
  );
  const lines = [...identical.values()].flatMap((same): StormLine[] => {
    const [first] = worstFirst(same);
    if (!first) return [];
    const { alertName: title, state, takenBy: userId, takenByName: name, severity, times, link } = first;
    const takenBy = userId === undefined && name === undefined ? undefined : { userId, name };
    const groups = same.flatMap(({ group }) => group ?? []);
    return [{ title, state, takenBy, severity, times, link, count: same.length, groups }];
  });
  return lines.toSorted(
    (a, b) =>
      severityRank(b.severity) - severityRank(a.severity) ||
      Number(b.state === "firing") - Number(a.state === "firing") ||
      b.count - a.count ||
      b.times - a.times ||
      byText(a.title, b.title),
  );
}

/** A rule of a storm: its alerts have one name and come through one hook. */
export interface StormRule {
  hookId: string;
  alertName: string;
  count: number;
}

/** A short reference to a rule for buttons, because its name may be long and hold any character. */
export function ruleRef({ hookId, alertName }: Pick<StormRule, "hookId" | "alertName">): string {
  return hashText(`${hookId} ${alertName}`, 16);
}

/** The rules of a storm's incidents, those with the most incidents first. */
export function rulesOf(members: readonly StormMember[]): StormRule[] {
  const byRule = Map.groupBy(members, ({ hookId = "", alertName }) => `${hookId} ${alertName}`);
  const rules = [...byRule.values()].flatMap((same): StormRule[] => {
    const [{ hookId, alertName } = {}] = same;
    return hookId === undefined || alertName === undefined ? [] : [{ hookId, alertName, count: same.length }];
  });
  return rules.toSorted((a, b) => b.count - a.count || byText(a.alertName, b.alertName));
}

/** The muted rules of a storm's incidents, and who muted them. */
export function mutedRules(
  members: readonly StormMember[],
  hooks: readonly Hook[],
): { name: string; userId: string }[] {
  const byId = new Map(hooks.map((hook) => [hook.id, hook]));
  return rulesOf(members).flatMap(({ hookId, alertName }) => {
    const mute = byId.get(hookId)?.muted[ruleMuteKey(alertName)];
    return mute ? [{ name: alertName, userId: mute.userId }] : [];
  });
}

/** Counts incidents by a name, the names with most open ones first. */
export function countBy(
  members: readonly StormMember[],
  nameOf: (member: StormMember) => string | undefined,
) {
  const counts = [...Map.groupBy(members, nameOf)].flatMap(([name, named]) =>
    name === undefined ? [] : [{ name, open: named.filter(isOpen).length, total: named.length }],
  );
  return counts.toSorted(
    (a, b) => b.open - a.open || b.total - a.total || a.name.localeCompare(b.name, "en"),
  );
}
