import { z } from "zod";
import { hook } from "../../../platform/commands/arguments.ts";
import { type Asks, entry, quoted } from "../../../platform/commands/entry.ts";
import { handoverKinds } from "./record.ts";

const nouns = ["hand-over|handover", "pagerduty|pager duty"];
const also = [
  "alert|alerts|hook|escalation|escalations|escalated",
  "hand|handed over",
  "to|for|of|with|by|and|a|signed",
];

const asks = {
  handover: {
    nouns: [...nouns, "signed webhook"],
    verbs: ["set|connect|use|send|page|hand|escalate"],
    also,
    slots: {
      hook: "hook",
      to: {
        parts: [
          [/pager ?duty/, "pagerduty"],
          [/webhook/, "webhook"],
        ],
        isOne: true,
      },
    },
    says: ["Hand over the alerts of {hook}", " to {to}"],
  },
  "end-handover": {
    nouns,
    verbs: ["$stop", "end|remove|disconnect|disable"],
    also,
    slots: { hook: "hook" },
    says: ["End the hand-over of {hook}"],
  },
} satisfies Record<string, Asks>;

/** What can be asked for about hand-overs, by subcommand. */
export const handoverEntries = {
  handover: entry({
    asks: asks.handover,
    name: "hooks_handover",
    title: "Hand over a hook's alerts",
    summary: "Opens the form that hands escalated alerts over to PagerDuty or a signed webhook.",
    effect: "change",
    opens: true,
    args: z.object({ hook, to: z.enum(handoverKinds).describe("Who takes over") }),
    words: ({ hook, to }) => ["alerts hooks handover", quoted(hook), to],
  }),
  "end-handover": entry({
    asks: asks["end-handover"],
    name: "hooks_end_handover",
    title: "End a hook's hand-over",
    summary: "Escalated alerts of a hook are no longer handed over.",
    effect: "change",
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks handover", quoted(hook), "off"],
  }),
};
