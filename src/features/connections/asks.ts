import type { Asks } from "../../platform/commands/entry.ts";

const nouns = ["connection", "cloud", "cloud account", "account", "organization"];
const connection = "connection" as const;

/** How people ask about connections. */
export const asks = {
  list: {
    nouns,
    phrases: [
      "connected|linked|attached to",
      "hooked up to",
      "what|which cloud|server|account|provider * connected|linked|hooked|attached|use",
      "connected to",
      "what|which clouds|servers|accounts * connected",
    ],
    also: ["connect|connected|have|list|use|which|what|server|observability"],
    says: ["Connections"],
  },
  default: {
    nouns: ["default", "default connection", ...nouns],
    verbs: ["default", "by default", "standard", "primary", "main", "preferred"],
    also: ["make|set|use|choose|should|be|connection"],
    slots: { connection },
    says: ["Make {connection} the default connection"],
  },
  rename: {
    nouns,
    verbs: ["rename", "call", "change name", "name", "give * name"],
    also: ["to|name"],
    slots: {
      connection,
      to: {
        isOne: true,
        parts: [
          [/\b(?:in)?to "?([\w][\w.-]{0,99})"?/i, "$1"],
          [/\b(?:rename|call) (?:it|\S+) "?([\w][\w.-]{0,99})"?\s*$/i, "$1"],
        ],
      },
    },
    says: ["Rename the connection {connection} to {to}"],
  },
  price: {
    nouns: [
      "price of|per|for a|one credit",
      "credit price",
      "credit costs",
      "credits cost",
      "a credit",
      "one credit",
      "price",
    ],
    verbs: ["set", "cost|costs", "is", "change", "price", "make", "remove", "have|has"],
    also: ["connection|cloud|on|of|for|at|to", "credit|credits", "euro|euros|eur|dollar|dollars|usd|cents"],
    slots: {
      connection,
      price: {
        isOne: true,
        parts: [
          [/\b(\d{1,6}(?:\.\d{1,9})?) ?(?:eur|euros?)\b|€ ?(\d{1,6}(?:\.\d{1,9})?)/i, "$1$2 EUR"],
          [/\b(\d{1,6}(?:\.\d{1,9})?) ?(?:usd|dollars?)\b|\$ ?(\d{1,6}(?:\.\d{1,9})?)/i, "$1$2 USD"],
          [/\b(\d{1,6}(?:\.\d{1,9})? (?:GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|INR|BRL))\b/, "$1"],
          [/\b(?:no|without a|(?:remove|delete|drop|forget) the) price\b/i, "none"],
        ],
      },
    },
    says: ["Set the price of a credit of {connection} to {price}"],
  },
  rotate: {
    nouns: ["key", "api key", "credential|credentials", "secret", "token"],
    verbs: [
      "rotate",
      "new",
      "renew",
      "replace",
      "change",
      "expire|expired",
      "leak|leaked",
      "refresh",
      "roll",
      "update",
    ],
    also: ["connection|cloud|link|expire|expired|give|need"],
    slots: { connection },
    says: ["Rotate the key of {connection}"],
  },
  remove: {
    nouns,
    verbs: ["$delete", "disconnect", "forget"],
    slots: { connection },
    says: ["Remove the connection {connection}"],
  },
} satisfies Record<string, Asks>;

/** How people ask to connect something. */
export const connectAsks = {
  nouns: ["cloud", "connection", "server", "observability", "account", "organization", "database cloud"],
  verbs: ["=connect|=connecting", "hook up", "link", "$add", "attach", "plug in", "integrate"],
  also: ["another|how|new|observability|server|up|want"],
  says: ["Connect a database cloud"],
} satisfies Asks;

/** How people ask for a health check. */
export const doctorAsks = {
  nouns: ["health check", "healthcheck", "doctor", "check up", "checkup", "diagnosis", "diagnostics"],
  phrases: [
    "diagnose",
    "check yourself|setup|set-up|configuration|installation",
    "is|are app|quartermaster|bot|you|everything|we|this (working|configured|installed|healthy|connected|set up)",
    "everything|app|bot|quartermaster (is|) (set up|working|configured|healthy|connected properly)",
    "are you ok|okay|well|healthy|fine|alive|working",
    "self test|check",
  ],
  also: ["run|right|correctly|properly|app|yourself|health|check|set up"],
  says: ["Health check"],
} satisfies Asks;
