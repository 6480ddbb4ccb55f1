import { type AlertEvent, type Severity, severities } from "../../incident/event-record.ts";
import { plainLine } from "./text.ts";
import { firstText, textOf } from "./fields.ts";

const words: Record<Severity, string> = {
  critical:
    "critical crit fatal emergency emerg panic disaster blocker page urgent highest p0 p1 sev0 sev1 s0 s1",
  error: "error err high severe major p2 sev2 s2",
  warning: "warning warn medium moderate average minor p3 sev3 s3",
  info: "info informational information low lowest trivial notice debug none p4 p5 sev4 sev5 s4 s5",
};

/** How bad a sender's word says it is, or undefined where no severity is known by that word. */
export function severityOf(value: unknown): Severity | undefined {
  const text = plainLine(value, 60).toLowerCase();
  if (text === "") return undefined;
  // Some say "SEV-1", others "P1 - Critical" or "sev1/page".
  return named.get(text.replace(/[^a-z\d]/g, "")) ?? named.get(/[a-z\d]+/.exec(text)?.[0] ?? "");
}

const named = new Map(
  severities.flatMap((severity) => words[severity].split(" ").map((word) => [word, severity] as const)),
);

/** A state and the word it was told in, if any. */
export interface ReportedState {
  state: AlertEvent["state"];
  stateWord?: string;
}

const firing = new Set([
  ..."alert alerting alarm firing fired fire triggered trigger active open opened reopened new create created activated".split(
    " ",
  ),
  ..."retriggered inalarm problem down degraded missed failing failed breached notok critical crit warning warn".split(
    " ",
  ),
]);
const resolved = new Set([
  ..."ok resolved resolve closed close normal recovered recovery cleared clear up".split(" "),
  ..."inactive healthy passing success".split(" "),
]);

/** What a word for a state means; what is no word of ours neither begins nor ends anything. */
export function meaningOf(word: string): AlertEvent["state"] {
  const folded = word.toLowerCase();
  return meaningOfCore(folded) ?? meaningOfCore(coreOf(folded)) ?? "unclear";
}

/** Some say "Alerting (NoData)" or "incident.triggered". */
function coreOf(word: string): string {
  return word
    .replace(/\(.*$/s, "")
    .replace(/^.*\./s, "")
    .replace(/[^a-z]/g, "");
}

function meaningOfCore(core: string): "firing" | "resolved" | undefined {
  if (firing.has(core)) return "firing";
  return resolved.has(core) ? "resolved" : undefined;
}

/** The first word that begins or ends something, else the first word at all; undefined where there is none. */
export function reportedState(words: readonly unknown[]): ReportedState | undefined {
  let unclear: ReportedState | undefined;
  for (const each of words) {
    const stateWord = plainLine(each, 60);
    if (stateWord === "") continue;
    const state = meaningOf(stateWord);
    if (state !== "unclear") return { state, stateWord };
    unclear ??= { state, stateWord };
  }
  return unclear;
}

/**
 * Whether the observability system sent it because somebody pressed "send test". The state of a test tells only where no
 * id and no title do: an alert that lost its data may have it, too, and that is no test.
 */
export function isTest({ id, title, states }: { id?: unknown; title: unknown; states: unknown[] }): boolean {
  const [eventId, titled] = [textOf(id).trim(), textOf(title).trim()];
  if (eventId === "test-event-id" || /^\W*Test Webhook from/i.test(titled)) return true;
  if (eventId !== "" || titled !== "") return false;
  return /^insufficient[_ ]?data$/i.test(firstText(...states).trim());
}
