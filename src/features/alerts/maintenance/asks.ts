import type { Asks, Slot } from "../../../platform/commands/entry.ts";

const nouns = [
  "maintenance|maintenances",
  "maintenance window|windows",
  "planned work|downtime",
  "quiet window|hours|time|period",
];
const clock = String.raw`\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?`;
const day = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?|today|tomorrow|\d{4}-\d\d-\d\d`;
const duration = String.raw`\d+(?:\.\d)? ?(?:m|mins?|minutes?|h|hrs?|hours?|d|days?)`;

/** The time of a maintenance in a sentence. */
export const maintenanceWords: Slot = {
  parts: [
    [
      new RegExp(
        String.raw`\b(?:every|each|on|weekly)? ?\b((?:${day})) ?(?:at|from|between)? ?(${clock}) ?(?:-|–|to|until|and) ?(${clock})`,
        "i",
      ),
      "$1 $2-$3",
    ],
    [new RegExp(String.raw`\b((?:${day}) (?:at )?${clock}) for (?:${duration})\b`, "i"), "$1"],
    [new RegExp(String.raw`\bfor (${duration})\b`, "i"), "for $1"],
    [/\b(?:weekly|every week|each week|every (?:mon|tue|wed|thu|fri|sat|sun)\w*)\b/i, "weekly"],
    [/\b([A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC)\b/, "$1"],
    [/\bcritical(?: alerts?| ones)? (?:may |can )?pass(?:es)?\b/i, "critical passes"],
  ],
};

/** How people ask for maintenance windows. */
export const maintenanceAsks = {
  set: {
    nouns: [...nouns, "keep quiet", "hold alerts back", "hold back alerts"],
    also: [
      "set|plan|schedule|add|create|make|put|start|begin|every|each|weekly|for|from|to|until|on|at|critical|passes|pass|may|alert|alerts|hook|of|in|into|a|window|now|is|are|has|have|the",
      "during|week|between|and|while|we|work|there|due|planned",
    ],
    oneOf: ["words"],
    says: ["Maintenance of {hook}: {words}"],
  },
  list: {
    nouns,
    also: ["list|show|what|which|when|is|are|has|have|planned|set|any|there|of|for|hook|next|does|do|all"],
    oneOf: ["hook"],
    says: ["Maintenance windows of {hook}"],
  },
  end: {
    nouns,
    verbs: ["end", "stop|finish|cancel|abort|close * now", "be over|done|finished"],
    also: ["now|early|hook|of|for|the|is|are|we|already"],
    oneOf: ["hook"],
    says: ["End the maintenance of {hook} now"],
  },
} satisfies Record<string, Asks>;
