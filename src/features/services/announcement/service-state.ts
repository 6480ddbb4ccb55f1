import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceState } from "../../../platform/cloud/services/service.ts";

/** What a new service's state means to the people who wait for it. */
interface StateText {
  /** Whether there is more to wait for, or how it ended. */
  outcome: "coming" | "running" | "failed" | "unknown";
  emoji: string;
  /** Continues a sentence after the service's name. */
  words: string;
}

/** The app's own states: the cloud reports none, or the service does not run in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** Formats a state of the cloud or the app; an unknown one is shown as it is. */
export function formatState(state: string): StateText {
  return (
    wordsByState.get(state.toLowerCase()) ??
    coming(`is created and ${escapeName(state.replaceAll("_", " ")) || "starting"}…`)
  );
}

/** True if there is nothing more to wait for. */
export function isFinal(state: string): boolean {
  return formatState(state).outcome !== "coming";
}

const advice = "Look in the cloud's console.";
const running: StateText = {
  outcome: "running",
  emoji: ":white_check_mark:",
  words: "is created and running.",
};

const byState: Record<ServiceState, StateText> = {
  provisioning: coming("is created and provisioning…"),
  starting: coming("is created and starting…"),
  awaking: coming("is created and waking up…"),
  stopping: coming("is created and stopping…"),
  running,
  partially_running: running,
  idle: running,
  failed: failed(`is created but failed to come up. ${advice}`),
  degraded: failed(`is created but degraded: the cloud says that something in it does not work. ${advice}`),
  stopped: failed(`is created but stopped before it ran. ${advice}`),
  terminating: failed(`is being deleted before it ran. ${advice}`),
  terminated: failed(`was deleted before it ran. ${advice}`),
  softdeleting: failed(`is being deleted before it ran. ${advice}`),
  softdeleted: failed(`was deleted before it ran. ${advice}`),
};
const byOwnState: Record<(typeof ownStates)[keyof typeof ownStates], StateText> = {
  unreported: {
    outcome: "unknown",
    emoji: ":white_check_mark:",
    words: "is created. This cloud does not report when a service runs; its console shows it.",
  },
  slow: {
    outcome: "unknown",
    emoji: ":warning:",
    words: `is created but still not running after 30 minutes. ${advice}`,
  },
};

// A map, because the cloud may call a state anything, even `constructor`.
const wordsByState = new Map<string, StateText>(Object.entries({ ...byState, ...byOwnState }));

function coming(words: string): StateText {
  return { outcome: "coming", emoji: ":hourglass_flowing_sand:", words };
}

function failed(words: string): StateText {
  return { outcome: "failed", emoji: ":x:", words };
}
