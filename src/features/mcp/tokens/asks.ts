import type { Asks, Slot } from "../../../platform/commands/entry.ts";

const nouns = ["token", "api token", "access token", "mcp", "bearer token"];
const programs =
  "claude|cursor|copilot|gemini|codex|chatgpt|slackbot|robot|ci|script|program|assistant|agent|app|client|tool|laptop|mcp|ai|api|use|used|last|have|mine|propose|change|changes|may|read";

const name = (before: string): [RegExp, string][] => [
  [
    /^(?:my |our |the )?([a-z][\w.-]{1,49}) (?:needs|wants|requires|should have|should get) (?:a|an|its|another|some) /i,
    "$1",
  ],
  [new RegExp(`\\b${before} (?:the |my )?token "([^"]{1,50})"`, "i"), "$1"],
  [/\b(?:called|named|call it|name it) "?([\w][\w.-]{0,49})"?/i, "$1"],
  [
    /\b(?:on|of|for|from) (?:my |the )?(?:assistant (?:on|of) (?:my |the )?)?((?!a\b|an\b|my\b|the\b|mine\b|all\b|mcp\b)[a-z][\w.-]{1,49})(?='s|[\s,.?!]|$)/i,
    "$1",
  ],
];

/** How the arguments are found in a sentence. */
export const slots = {
  newName: { isOne: true, parts: name("(?:a|new)") },
  access: { isOne: true, parts: [[/\b(?:propose|changes?|write)\b/i, "propose"]] },
  token: {
    isOne: true,
    parts: [
      ...name("(?:revoke|delete|end|remove)"),
      [/\bmy ([a-z][\w.-]{1,49}) (?:was|is|got|has)\b/i, "$1"],
      [/\b(?:the|my) ((?!old\b|new\b|mcp\b|api\b|access\b)[a-z][\w.-]{1,49}) token\b/i, "$1"],
      [/\btoken ((?!of\b|for\b|on\b|from\b|that\b|please\b)[a-z][\w.-]{1,49})\b/i, "$1"],
    ],
  },
} satisfies Record<string, Slot>;

/** How people ask about tokens of programs. */
export const asks = {
  list: {
    nouns,
    phrases: [
      "who|which|what * (talk to|access|use|ask|reach|call) (you|quartermaster|bot|app)",
      "which|what (program|programs|bot|bots|assistant|assistants|agents|scripts) * (access|talk|connected|use|call)",
    ],
    also: [programs, "which|what|when|list|who|access|active|issued|valid|still", "$exist"],
    says: ["Tokens"],
  },
  create: {
    nouns,
    verbs: ["$create", "mint", "issue", "=need|needs|wants|requires * token"],
    also: [programs, "laptop|access|call|called|name|named|that|can|for|read-only|readonly|only"],
    says: ["Make a token", " called {name}"],
  },
  revoke: {
    nouns,
    verbs: [
      "$delete",
      "revoke",
      "end",
      "invalidate",
      "block",
      "disable",
      "cancel",
      "expire",
      "deactivate",
      "withdraw",
      "stop",
      "cut off",
      "cut * off",
      "lock * out",
      "take * away",
    ],
    also: [programs, "stolen|lost|leaked|gone|sold"],
    says: ["Revoke the token {token}"],
  },
} satisfies Record<string, Asks>;
