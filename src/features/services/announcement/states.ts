import type { ServiceState } from "../../../platform/cloud/services/service.ts";
import * as texts from "./texts.ts";

/** What a new service's state means to the people who wait for it. */
export interface StateText {
  /** Whether there is more to wait for, or how it ended. */
  outcome: "coming" | "running" | "failed" | "unknown";
  emoji: string;
  /** A sentence about the service, by its escaped name. */
  sentence: (name: string) => string;
  /** The sentence without the name, if it ended. */
  words?: string;
}

/** The app's own states: the cloud reports none, or the service does not run in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** Formats a state of the cloud or the app; an unknown one is shown as it is. */
export function formatState(state: string): StateText {
  return textByState.get(state.toLowerCase()) ?? coming(state);
}

/** True if there is nothing more to wait for. */
export function isFinal(state: string): boolean {
  return formatState(state).outcome !== "coming";
}

const { stateTexts } = texts;
const running = ended("running", ":white_check_mark:", stateTexts.running);

const byState: Record<ServiceState, StateText> = {
  provisioning: coming("provisioning"),
  starting: coming("starting"),
  awaking: coming("awaking"),
  stopping: coming("stopping"),
  running,
  partially_running: running,
  idle: running,
  failed: ended("failed", ":x:", stateTexts.failed),
  degraded: ended("failed", ":x:", stateTexts.degraded),
  stopped: ended("failed", ":x:", stateTexts.stopped),
  terminating: ended("failed", ":x:", stateTexts.deleting),
  terminated: ended("failed", ":x:", stateTexts.deleted),
  softdeleting: ended("failed", ":x:", stateTexts.deleting),
  softdeleted: ended("failed", ":x:", stateTexts.deleted),
};
const byOwnState: Record<(typeof ownStates)[keyof typeof ownStates], StateText> = {
  unreported: ended("unknown", ":white_check_mark:", stateTexts.unreported),
  slow: ended("unknown", ":warning:", stateTexts.slow),
};

// A map, because the cloud may call a state anything, even `constructor`.
const textByState = new Map<string, StateText>(Object.entries({ ...byState, ...byOwnState }));

function coming(state: string): StateText {
  const sentence = (name: string) => texts.comingText(name, state);
  return { outcome: "coming", emoji: ":hourglass_flowing_sand:", sentence };
}

function ended(outcome: StateText["outcome"], emoji: string, words: string): StateText {
  return { outcome, emoji, words, sentence: (name) => `*${name}* ${words}` };
}
