import type { Asks } from "../../platform/commands/entry.ts";

const nouns = ["backup", "back up", "backed up", "back-up", "snapshot", "restore point", "recovery point"];

const also = [
  "ok|okay|fine|good|healthy|recent|old|fail|failed|missing|work|complete|succeed|success|successful|run|ran",
  "latest|newest|last|nightly|recent",
  "night",
  "big|size|large",
  "restore from",
  "recover from",
  "exist",
  "go through",
  "went through",
  "when",
  "safe|protected|covered",
  "history",
  "page",
  "age",
  "state|status|health",
];

/** How people ask about backups. */
export const asks = {
  overview: {
    nouns,
    also,
    phrases: ["protected", "without a backup"],
    says: ["Backups of all services"],
  },
  list: {
    nouns,
    also: [...also, "restore", "list"],
    slots: { service: "service", page: { parts: [[/\bpage (\d{1,6})\b/i, "$1"]] } },
    says: ["Backups of {service}", ", page {page}"],
  },
  details: {
    nouns,
    phrases: ["how long * back|backup"],
    also: [...also, "take", "tell|detail"],
    slots: { service: "service", backup: "id" },
    says: ["Backup {backup} of {service}"],
  },
  restore: {
    nouns: [],
    verbs: [
      "restore",
      "recover",
      "get|bring|roll * back",
      "roll back",
      "rollback",
      "get|bring back",
      "revert",
    ],
    also: ["drop|dropped|lost|delete|deleted", "table", "backup|snapshot", "from"],
    slots: { service: "service", backup: "id" },
    says: ["Restore {service} from backup {backup}"],
  },
  watches: {
    nouns: ["backup watch", "watch"],
    phrases: [
      "backups are|is|being watched|monitored",
      "which|what backup * watched|monitored",
      "watched backup",
      "watch over",
    ],
    also: ["backup", "list", "have", "set"],
    says: ["Watches over backups"],
  },
  watch: {
    nouns,
    verbs: [
      "watch",
      "monitor",
      "keep an eye|tab|tabs on",
      "keep an eye|tab|tabs",
      "warn",
      "alert",
      "tell",
      "notify",
      "ping",
      "let * know",
      "observe",
      "shout",
      "message",
    ],
    also: [...also, "without", "older", "go|goes", "old", "know", "from now on", "hour|day", "too"],
    slots: { service: "service", channel: "channel", maxAgeHours: "hours" },
    says: ["Watch the backups of {service}", " in {channel}", ", {maxAgeHours} hours at most"],
  },
  unwatch: {
    nouns: ["watch", "watching", "backup watch", "monitor|monitoring * backup"],
    verbs: ["$stop", "unwatch", "don't|not|never watch|monitor|warn", "no longer watch|monitor"],
    also: ["backup", "over"],
    slots: { service: "service", number: "number" },
    says: ["Stop the watch over the backups", " of {service}", " with number {number}"],
  },
} satisfies Record<string, Asks>;
