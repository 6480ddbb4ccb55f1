import type { Asks, Slot } from "../../../../platform/commands/entry.ts";
import { hook, nouns } from "../asks.ts";

const severity: [RegExp, string] = [/\b(critical|error|warning|info)s?\b/i, "severity $1"];
const title: [RegExp, string] = [/"([^"<>]{1,200})"/, 'title "$1"'];
const group: [RegExp, string] = [/\bgroup "?([\w.-]+)"?/i, "group $1"];

/** The parts of a rule, as the command takes them. */
const rule: Slot = {
  begin: "add",
  parts: [
    title,
    severity,
    [/\bbetween (\d{1,2}(?::\d\d)?) (?:and|to|-) (\d{1,2}(?::\d\d)?)/i, "between $1 and $2"],
    [/\bfrom (\d{1,2}(?::\d\d)?) (?:until|till|to|-) (\d{1,2}(?::\d\d)?)/i, "between $1 and $2"],
    [/(?:to|into|in) (<#[CG][A-Z0-9]+(?:\|[^>]*)?>)/i, "to $1"],
    [/(?:mention|ping|page|tag|notify|call) (<!subteam\^[A-Z0-9]+(?:\|[^>]*)?>)/i, "mention $1"],
    [/\b(?:mute|silence|suppress|hide|drop)\b/i, "mute"],
  ],
};

/** How people ask about the rules of hooks. */
export const ruleAsks = {
  rules: {
    nouns: ["rule", "routing", "route|routes|routed", "where do|does * send|go|post|deliver|end"],
    also: ["alert|alerts|hook|have|has|how|what|which|list|go|send"],
    slots: { hook },
    says: ["Rules of {hook}"],
  },
  "change-rules": {
    nouns: ["rule", "routing", "alert|alerts", "everything|anything", "$post"],
    verbs: [
      "send|route|post|direct|forward|move|put|go|goes",
      "mute|silence|suppress|hide",
      "mention|ping|page|tag|notify|call",
      "$delete",
      "move * up",
      "up",
      "add",
    ],
    also: [
      "critical|warning|error|info|alert|alerts|rule|hook|between|from|to|on|up|above|higher|everything|everyone|night",
    ],
    slots: {
      hook,
      change: [
        {
          isOne: true,
          parts: [
            ...numbered(
              String.raw`(?:remove|delete|drop|get rid of|kill|bin|scrap|throw out|take out|take away)`,
              "remove",
            ),
            ...numbered(String.raw`(?:move|push|bring|put|shift)`, "up"),
          ],
        },
        rule,
      ],
    },
    says: ["Change the rules of {hook}: {change}"],
  },
  try: {
    nouns: [
      "where * go|goes|end|land|routed|route|arrive",
      "what * rules do|say|make",
      "what * happen|happens",
      "would * rules",
      "try",
      "dry run",
    ],
    also: [
      "alert|alerts|rule|rules|critical|warning|error|info|titled|title|end up|latest|last|send|sent|hook|would|go",
    ],
    slots: {
      hook,
      words: { parts: [title, severity, group, [/\bat (\d{1,2}:\d\d|\d{1,2} ?[ap]m)/i, "at $1"]] },
    },
    says: ["What the rules of {hook} would do", " with {words}"],
  },
  replay: {
    nouns: ["replay", "run|play * again", "rerun", "re-run", "simulate", "run|go * through rules"],
    also: ["last|past|hour|hours|day|days|alert|alerts|rule|rules|through|what|would|change|hook|over"],
    slots: {
      hook,
      words: {
        isOne: true,
        parts: [
          [/\b(\d+) ?(?:h|hours?|hrs?)\b/i, "$1h"],
          [/\b(?:last|past|one|a) day\b|\byesterday\b/i, "24h"],
          [/\b(?:two|2) days\b/i, "48h"],
          [/\b(?:last|past|one|an) hour\b/i, "1h"],
        ],
      },
    },
    says: ["Replay the alerts of {hook}", ", {words}"],
  },
  export: {
    nouns: [...nouns, "rule|rules", "setting|settings", "config|configuration", "yaml"],
    verbs: ["export", "yaml", "as text", "dump", "download"],
    also: ["rule|setting|settings|config|yaml|text"],
    slots: { hook },
    says: ["Export {hook}"],
  },
  import: {
    nouns: [...nouns, "rule|rules", "setting|settings", "config|configuration", "yaml"],
    verbs: ["import", "load", "upload", "paste"],
    also: ["rule|setting|settings|config|yaml|text|into"],
    slots: { hook },
    says: ["Import rules and settings into {hook}"],
  },
} satisfies Record<string, Asks>;

/** "Remove rule 2", "remove the second one". */
function numbered(verb: string, action: string): [RegExp, string][] {
  const ordinals = ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"];
  return [
    [
      new RegExp(String.raw`\b${verb}\b.*?\b(?:rule|number|no\.?|#) ?(?:number |no\.? |#)?(\d{1,3})\b`, "i"),
      `${action} $1`,
    ],
    ...ordinals.map((each, index): [RegExp, string] => [
      new RegExp(String.raw`\b${verb}\b.*?\b(?:${each})\b|\b(?:${each}) rule\b.*?\b${verb}\b`, "i"),
      `${action} ${index + 1}`,
    ]),
  ];
}
