import type { Asks } from "../../../platform/commands/entry.ts";

const nouns = [
  // With the word beside it, which is also in the names of hooks.
  "alert|alerts|alarm|alarms|rule|rules (is|are|) (so|too|very|most|the most|the|) (noisy|noisiest|loud|loudest)",
  "(noisy|noisiest|loud|loudest) alert|alerts|alarm|alarms|rule|rules",
  "noise|=noisy|noisiest|=noisier|=loud|loudest",
  "noise report",
  "alert noise|fatigue",
  "false alarm|positive",
];

/** How people ask for the noise report. */
export const noiseAsks = {
  show: {
    nouns: [...nouns, "rule|alert (fire|fires|fired) (most|too often)"],
    also: [
      "alert|alerts|rule|rules|alarm|alarms|hook|report|which|what|how|most|too|are|is|so|for|of|from|our|worst|show|this week|week|the|make|makes|lot",
      "$exist",
    ],
    says: ["The noise report", " of {hook}", ", {week}"],
  },
  weekly: {
    nouns,
    verbs: ["weekly", "every|each week|monday", "on mondays"],
    also: [
      "post|send|report|the|a|in|to|into|alert|alerts|of|for|hook|get|give|us|want|here|turn|on|week|monday",
    ],
    says: ["Post the noise report on Mondays", " of {hook}", " in {channel}"],
  },
  off: {
    nouns,
    verbs: ["stop|end|cancel|disable", "turn|switch off", "no more", "$delete"],
    also: ["report|the|weekly|in|of|for|hook|alert|alerts|posting|sending|post|send|channel|off|turn|switch"],
    says: ["Stop the weekly noise report", " of {hook}", " in {channel}"],
  },
} satisfies Record<string, Asks>;
