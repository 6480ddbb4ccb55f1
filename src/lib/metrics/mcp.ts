import { counter, oneOf } from "./series.ts";

/** How a program's request ended. */
const outcomes = ["ok", "proposed", "refused", "failed"] as const;
export type ProgramOutcome = (typeof outcomes)[number];

/** What programs meet that speak MCP. */
export function mcpMetrics() {
  const calls = counter(
    "qm_mcp_calls_total",
    "Calls of tools by programs, by outcome. `refused` counts also requests without a valid token, or above a limit. `qm_commands_total` has the commands that they ran.",
    [oneOf("outcome", outcomes)],
  );
  return {
    families: [calls],
    meters: {
      /** Call when a program's call has ended, or was refused. */
      mcpCall: (outcome: ProgramOutcome): void => calls.add(outcome),
    },
  };
}
