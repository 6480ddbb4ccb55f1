import type { Asks } from "../../../platform/commands/entry.ts";

const nouns = ["budget", "spending|cost|spend limit|cap"];

/** How people ask about budgets. */
export const asks = {
  list: {
    nouns,
    also: [
      "left|remain|remaining",
      "use up",
      "used up",
      "near|nearly|close|almost",
      "bust|blow|exceed|break|over|hit|overrun|burst",
      "track",
      "month|week|day",
      "cost|spend",
      "set",
      "have",
    ],
    says: ["Budgets"],
  },
  set: {
    nouns: [
      ...nouns,
      "cap",
      "limit",
      "go|goes|get|gets|come|comes over|above|past|beyond",
      "spend|cost|use|burn|eat more than",
      "spend|cost|use|burn|eat over|above|beyond|past",
      "exceed|exceeds",
    ],
    verbs: [
      "set",
      "cap",
      "limit",
      "give",
      "raise",
      "lower",
      "increase",
      "decrease",
      "change",
      "warn",
      "alert",
      "tell",
      "notify",
      "ping",
      "let * know",
      "warning",
      "$create",
      "add",
      "allow",
      "put",
      "budget",
      "make",
    ],
    also: [
      "warn|warning|tell|alert|notify|message",
      "a|per|each|every day|week|month",
      "daily|weekly|monthly",
      "cost|spend",
      "credit|credits",
      "know",
    ],
    slots: {
      credits: "credits",
      every: {
        isOne: true,
        parts: [
          [/\bdaily\b|(?:\b(?:an?|per|each|every) |\/ ?)day\b/i, "daily"],
          [/\bweekly\b|(?:\b(?:an?|per|each|every) |\/ ?)week\b/i, "weekly"],
          [/\bmonthly\b|(?:\b(?:an?|per|each|every) |\/ ?)month\b/i, "monthly"],
        ],
      },
      service: "service",
      channel: "channel",
    },
    says: ["Set a budget of {credits} credits", " {every}", " for {service}", ", with warnings in {channel}"],
  },
  remove: {
    nouns,
    verbs: ["$delete", "$stop"],
    also: ["cost"],
    slots: { number: "number" },
    says: ["Remove budget {number}"],
  },
} satisfies Record<string, Asks>;
