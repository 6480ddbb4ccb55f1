import { type AlertEvent, type Severity, severities } from "../../incident/event-record.ts";
import { plainLine } from "./text.ts";

const words: Record<Severity, string> = {
  critical:
    "critical crit fatal emergency emerg panic disaster blocker page urgent highest p0 p1 sev0 sev1 s0 s1",
  error: "error err high severe major p2 sev2 s2",
  warning: "warning warn medium moderate average minor p3 sev3 s3",
  info: "info informational information low lowest trivial notice debug none p4 p5 sev4 sev5 s4 s5",
};

/** The severity of a sender's word; undefined for an unknown word. */
export function severityOf(value: unknown): Severity | undefined {
  const text = plainLine(value, 60).toLowerCase();
  if (text === "") return undefined;
  // Such as "SEV-1", "P1 - Critical" or "sev1/page".
  return named.get(text.replace(/[^a-z\d]/g, "")) ?? named.get(/[a-z\d]+/.exec(text)?.[0] ?? "");
}

const named = new Map(
  severities.flatMap((severity) => words[severity].split(" ").map((word) => [word, severity] as const)),
);

/** A state, and the sender's word for it, if any. */
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
  ..."started ongoing todo inprogress investigating identified unreachable".split(" "),
]);
const resolved = new Set([
  ..."ok resolved resolve closed close normal recovered recovery cleared clear up".split(" "),
  ..."inactive healthy passing success deactivated done fixed solved completed ended".split(" "),
]);

/** The meaning of a word for a state. An unknown word is "unclear". */
export function meaningOf(word: string): AlertEvent["state"] {
  const normalized = word.toLowerCase();
  return meaningOfCore(normalized) ?? meaningOfCore(coreOf(normalized)) ?? "unclear";
}

/** The core of words such as "Alerting (NoData)" or "incident.triggered". */
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

const opposite = { firing: "resolved", resolved: "firing" } as const;
// A flag "critical" that isn't set says little.
const flags = new Set(
  "firing active open triggered alerting down failing resolved recovered ok up healthy closed cleared".split(
    " ",
  ),
);

/** The state that a flag gives, such as `active: false` or `isUp: true`. Undefined for any other field. */
export function stateOfFlag(name: string, value: unknown): "firing" | "resolved" | undefined {
  const word = name.replace(/^is(?=.)/, "");
  const state = typeof value === "boolean" && flags.has(word) ? meaningOfCore(word) : undefined;
  return state && (value === true ? state : opposite[state]);
}

/** The first word that is firing or resolved, else the first word; undefined if there is none. */
export function reportedState(words: readonly unknown[]): ReportedState | undefined {
  const reported = words
    .map((word) => plainLine(word, 60))
    .filter((stateWord) => stateWord !== "")
    .map((stateWord) => ({ state: meaningOf(stateWord), stateWord }));
  return reported.find(({ state }) => state !== "unclear") ?? reported[0];
}
