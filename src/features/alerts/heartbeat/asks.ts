import type { Asks, Slot } from "../../../platform/commands/entry.ts";

const time = String.raw`((?:\d+(?:\.\d)?|an?|half an?) ?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|weeks?))\b`;

/** The times of a heartbeat in a sentence. */
export const heartbeatWords = {
  every: {
    isOne: true,
    parts: [[new RegExp(String.raw`\b(?:every|each|for|in|within|per) ${time}`, "i"), "$1"]],
  },
  grace: {
    isOne: true,
    parts: [
      [new RegExp(String.raw`\bgrace(?: period)?(?: of| is)? ${time}`, "i"), "$1"],
      [new RegExp(String.raw`${time}(?: of)? grace`, "i"), "$1"],
      [new RegExp(String.raw`${time} late\b`, "i"), "$1"],
    ],
  },
} satisfies Record<string, Slot>;

/** How people ask for alerts about silence. */
export const heartbeatAsks = {
  nouns: [
    "heartbeat|heartbeats|heart beat|beat|beats",
    "dead man's switch|dead mans switch|deadman switch|deadmans switch|dead man switch",
    "watchdog",
    "{hook} (goes|go|is|stays|falls|went) (silent|quiet) for",
    "no delivery|deliveries|beat from {hook} for|in|within",
    "{hook} (sends|send|delivers|says) nothing for|in|within",
    "don't|not hear from {hook} for|in|within",
    "hear nothing from {hook} for|in|within",
    "nothing comes|arrives|came from|through {hook} for|in|within",
  ],
  also: [
    "expect|expects|want|set|alert|tell|warn|notify|every|grace|with|of|if|when|off|on|turn|switch|stop|disable|enable|no|longer|hook|from|us|me|at least|late|a|an|allow|from",
  ],
  oneOf: ["hook"],
  says: ["Expect beats from {hook}", " every {every}", " with a grace of {grace}"],
} satisfies Asks;
