import type { Asks } from "../../../platform/commands/entry.ts";

/** How people ask who is on call. */
export const onCallAsks = {
  nouns: ["on call", "on-call|oncall"],
  phrases: [
    "who|who's|whos (is|are|) (on call|on-call|oncall|on duty)",
    "who|who's (is|) next (on call|on-call|oncall|on duty)",
  ],
  also: [
    "rota|roster|schedule|who|who's|whos|whose|whom|now|next|today|tonight|tomorrow|weekend|week|this|until|when|person|engineer|right|currently|is|are|has|the|for|of|show|shift|turn",
  ],
  says: ["Who is on call", " for {hook}"],
} satisfies Asks;

/** How people ask to follow a rota, and to end it. */
export const rotaAsks = {
  follow: {
    nouns: ["rota|roster|ical|icalendar"],
    verbs: ["follow"],
    // "Set" alone would go on with a hook that was spoken about.
    phrases: ["set|use|change|connect|add * rota|roster|ical|icalendar"],
    also: ["set|use|change|connect|add", "for|of|from|a|an|the|hook|feed|alerts|escalation|escalations|by"],
    says: ["Let {hook} follow a rota"],
  },
  end: {
    nouns: ["rota|roster|ical|icalendar"],
    verbs: ["$stop", "end|remove|disconnect|disable"],
    also: ["for|of|from|a|an|the|hook|feed|following|follow|using"],
    says: ["Let {hook} follow no rota any more"],
  },
} satisfies Record<string, Asks>;
