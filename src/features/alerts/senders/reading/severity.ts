import { type Severity, severities } from "../../incident/event-record.ts";
import { plainLine } from "./plain.ts";

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
