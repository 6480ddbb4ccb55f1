import type { Asks } from "../../platform/commands/entry.ts";

const nouns = [
  "connection",
  "cloud",
  "cloud account",
  "account",
  "organization|organisation|org",
  "tenant",
  "integration",
];
const connection = "connection" as const;

/** How people ask about connections. */
export const asks = {
  list: {
    nouns,
    phrases: [
      "connected|linked|attached to",
      "what|what's|which|anything|everything (is|are|) connected|linked|attached|integrated",
      "connected|linked|attached server|servers|account|accounts|cloud|clouds|provider|providers",
      "which (is|one is|) default",
      "where * connected to",
      "hooked up to",
      "what|which cloud|server|account|provider * connected|linked|hooked|attached|use",
      "connected to",
      "what|which clouds|servers|accounts * connected",
    ],
    also: [
      "connect|connected|link|linked|list|use|which|what|server|observability|provider",
      "$exist",
      "status|default",
    ],
    says: ["Connections"],
  },
  default: {
    nouns: ["default", "default connection", ...nouns],
    verbs: [
      "(from now on|henceforth|always|by default) use",
      "(use|prefer|choose|pick|take) {connection}",
      "(switch|change|go|move|over) to {connection}",
      "default",
      "by default",
      "as default",
      "standard",
      "primary",
      "main",
      "preferred",
      "prefer",
    ],
    also: ["make|set|use|choose|should|be|connection|switch|change|pick|new|service|to|as|from now on"],
    slots: { connection },
    says: ["Make {connection} the default connection"],
  },
  rename: {
    nouns: [...nouns, "name"],
    verbs: ["rename", "call", "change * name", "name", "give * name", "relabel"],
    also: ["to|name|from now on|instead|should|be|called"],
    slots: {
      connection,
      to: {
        isOne: true,
        parts: [
          [/\b(?:in)?to "?([\w][\w.-]{0,99})"?/i, "$1"],
          [
            /\b(?:rename|call|name) (?:the )?(?:connection )?(?:it|\S+) "?([\w][\w.-]{0,99})"?(?: from now on| instead)?\s*$/i,
            "$1",
          ],
          [/\b(?:should|shall|must|will) be (?:called|named) "?([\w][\w.-]{0,99})"?/i, "$1"],
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
      "reissue|swap|exchange|revoke",
      "stolen|stole|compromised|invalid|old",
      "another|fresh",
    ],
    also: ["connection|cloud|link|expire|expired|give|need|have|enter|got"],
    slots: { connection },
    says: ["Rotate the key of {connection}"],
  },
  remove: {
    nouns,
    verbs: ["$delete", "disconnect", "forget", "unlink|detach|unhook|unplug", "cut off", "don't use"],
    slots: { connection },
    says: ["Remove the connection {connection}"],
  },
} satisfies Record<string, Asks>;

/** How people ask to connect something. */
export const connectAsks = {
  nouns: [
    "cloud",
    "connection",
    "server",
    "observability",
    "account",
    "organization|organisation|org",
    "database cloud",
    "provider",
    "grafana|prometheus|hyperdx|clickstack|loki|victoriametrics",
    "monitoring",
  ],
  verbs: [
    "=connect|=connecting|=hook",
    "hook up",
    "hook * up",
    "=link|=linking",
    "$add",
    "set * up",
    "attach",
    "plug in",
    "plug * in",
    "integrate",
  ],
  also: [
    "another|how|new|observability|server|up|want|cloud|database|account|second|our|first",
    "to quartermaster|app|slack|you|bot|us",
  ],
  says: ["Connect a database cloud"],
} satisfies Asks;

/** How people ask for a health check. */
export const doctorAsks = {
  nouns: [
    "health check",
    "healthcheck",
    "doctor",
    "check up",
    "check-up",
    "checkup",
    "diagnosis",
    "diagnostics|diagnostic",
    "self test|check|diagnosis",
    "self-test|self-check|selftest",
    "sanity check",
    "troubleshoot|troubleshooting",
  ],
  phrases: [
    "diagnose",
    "diagnosing",
    "(check|examine|inspect|verify|test|review|validate|look over) * (yourself|setup|set-up|set up|configuration|config|installation|install|app|bot|quartermaster|permissions|scopes)",
    "(check|verify|test) slack",
    "(anything|something|what's|whats|what|everything|all) (is|are|) (misconfigured|configured|set up) (wrong|wrongly|badly|properly|correctly|right|)",
    "(anything|something|what) (needs|need|to|) (fix|fixing|fixed|repair|repaired)",
    "(problem|problems|issue|issues|trouble|wrong|error|errors|off) (with|in) (setup|set-up|set up|app|bot|configuration|config|quartermaster|installation|you)",
    "(why|what) * (app|bot|quartermaster) * (not|isn't|doesn't|broken|work|working|respond|responding|wrong)",
    "are you * (ok|okay|well|healthy|fine|alive|working|good|there)",
    "(is|are) (app|quartermaster|bot|you|setup|set-up|configuration|installation|everything) (up|ok|okay|healthy|fine|right|correct|complete|alright|good)",
    "app|bot|quartermaster health|healthy",
    "is|are app|quartermaster|bot|you|everything|we|this (working|configured|installed|healthy|connected|set up)",
    "everything|app|bot|quartermaster (is|) (set up|working|configured|healthy|connected properly)",
    "(did|have|has) * (set|setup|configure|configured) * (right|correctly|properly|up)",
    "something|something's|anything|what|what's|whats|is (is|) off|wrong|broken with app|bot|quartermaster|you|setup|set-up",
    "are you ok|okay|well|healthy|fine|alive|working",
    "self test|check",
  ],
  also: [
    "something|set|everything|can|run|do|perform|right|correctly|properly|app|yourself|health|check|set up|setup|fix|fixing|need|tell|problem|problems|off|channel|channels|connection|connections|hook|hooks|slack|slack and|status|wrong|anything|full",
  ],
  says: ["Health check"],
} satisfies Asks;
