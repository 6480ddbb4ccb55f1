import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceState } from "../../../platform/cloud/services/service.ts";

/** What a state of a new service means to those who wait for it. */
interface StateInWords {
  /** Whether there is more to wait for, and how it ended where there is not. */
  outcome: "coming" | "running" | "failed" | "untold";
  emoji: string;
  /** Goes on from the service's name. */
  words: string;
}

/** Set by us when the cloud cannot say, or did not get there in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** The cloud's own state, or ours, in words; a state that is not known here is shown as it is. */
export function stateInWords(state: string): StateInWords {
  return (
    wordsByState.get(state.toLowerCase()) ??
    coming(`is created and ${escapeName(state.replaceAll("_", " ")) || "starting"}…`)
  );
}

/** True when there is nothing more to wait for. */
export function isFinal(state: string): boolean {
  return stateInWords(state).outcome !== "coming";
}

const look = "Look in the cloud's console.";
const running: StateInWords = {
  outcome: "running",
  emoji: ":white_check_mark:",
  words: "is created and running.",
};

const byState: Record<ServiceState, StateInWords> = {
  provisioning: coming("is created and provisioning…"),
  starting: coming("is created and starting…"),
  awaking: coming("is created and waking up…"),
  stopping: coming("is created and stopping…"),
  running,
  partially_running: running,
  idle: running,
  failed: failed(`is created but failed to come up. ${look}`),
  degraded: failed(`is created but degraded: the cloud says that something in it does not work. ${look}`),
  stopped: failed(`is created but stopped before it ran. ${look}`),
  terminating: failed(`is being deleted before it ran. ${look}`),
  terminated: failed(`was deleted before it ran. ${look}`),
  softdeleting: failed(`is being deleted before it ran. ${look}`),
  softdeleted: failed(`was deleted before it ran. ${look}`),
};
const byOwnState: Record<(typeof ownStates)[keyof typeof ownStates], StateInWords> = {
  unreported: {
    outcome: "untold",
    emoji: ":white_check_mark:",
    words: "is created. This cloud does not report when a service runs; its console shows it.",
  },
  slow: {
    outcome: "untold",
    emoji: ":warning:",
    words: `is created but still not running after 30 minutes. ${look}`,
  },
};

// A map, for the cloud may call a state anything.
const wordsByState = new Map<string, StateInWords>(Object.entries({ ...byState, ...byOwnState }));

function coming(words: string): StateInWords {
  return { outcome: "coming", emoji: ":hourglass_flowing_sand:", words };
}

function failed(words: string): StateInWords {
  return { outcome: "failed", emoji: ":x:", words };
}
