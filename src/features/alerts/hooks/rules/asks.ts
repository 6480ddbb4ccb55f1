import type { Asks, Slot } from "../../../../platform/commands/entry.ts";
import { nouns } from "../asks.ts";

export const severity: [RegExp, string] = [/\b(critical|error|warning|info)s?\b/i, "severity $1"];
export const title: [RegExp, string] = [
  /"([^"<>]{1,200})"|\b(?:with|containing|mentioning|says?|saying) ([\w-]{2,60}) in (?:the|its|their) titles?\b|\btitled? ([\w-]{2,60})\b/i,
  'title "$1$2$3"',
];
export const group: [RegExp, string] = [/\bgroup "?([\w.-]+)"?/i, "group $1"];

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
    // Muting all of it is a pause.
    [
      /(?=.*(?:"|\b(?:critical|error|warning|info|between|from \d|title|group)))^.*\b(?:mute|silence|suppress|hide|drop)\b/i,
      "mute",
    ],
  ],
};

/** A change of rules, as the command takes it. */
export const changeWords: readonly Slot[] = [
  {
    isOne: true,
    parts: [
      ...numbered(
        String.raw`(?:remove|delete|drop|get rid of|kill|bin|scrap|throw out|take out|take away|rm|del|trash|nuke|ditch|discard|axe|zap|clear|erase|toss)`,
        "remove",
      ),
      ...numbered(String.raw`(?:move|push|bring|put|shift|raise|bump|promote)`, "up"),
    ],
  },
  rule,
];

/** How people ask about the rules of hooks. */
export const ruleAsks = {
  rules: {
    nouns: [
      "rule",
      "routing",
      "route|routes|routed",
      "who|what|which channel|group|team? gets|get|receives|receive|sees * critical|error|warning|info|alerts",
      "where do|does|are * send|go|post|deliver|end|sent|routed",
      "how do|does|are|is * route|routed|distribute|distributed|sorted|handled|decide",
    ],
    also: [
      "critical|criticals|error|errors|warning|warnings|info",
      "alert|alerts|hook|have|has|how|what|which|list|go|send|table|set up|apply|applies|order|setup|decide",
      "$exist",
    ],
    says: ["Rules of {hook}"],
  },
  "change-rules": {
    nouns: ["rule", "routing", "alert|alerts", "everything|anything", "$post"],
    verbs: [
      "send|route|post|direct|forward|move|put|go|goes",
      "mute|silence|suppress|hide",
      "mention|ping|page|tag|notify|call",
      "$delete",
      "$add",
      "should go|land|be sent|be posted|be routed",
      "higher|first|earlier|before",
      "move * up",
      "up",
      "add",
    ],
    also: [
      "critical|warning|error|info|alert|alerts|rule|hook|between|from|to|on|up|above|higher|everything|everyone|night",
    ],
    says: ["Change the rules of {hook}: {change}"],
  },
  try: {
    nouns: [
      "(where|which channel|what channel) (would|will|might|could|should|do|does) * critical|error|warning|info|payment|title|titled * go|goes|end|land|routed|route|arrive",
      "(where|which channel|what channel) (would|will|might|could|should) * go|goes|end|land|routed|route|arrive",
      "what * rules do|say|make",
      "what * happen|happens",
      "would|will * rules",
      "try rules|rule|routing",
      "try",
      "try out",
      "dry run",
      "dry-run",
      "test rules|routing",
      "would|will {hook} (do|send|post|put|route)",
      "what (would|will|does|do) {hook} do",
      "which channel|rule * (would|get|gets|match|matches|catch|catches|take|takes|apply|applies)",
    ],
    also: [
      "an|to|of|with|if|what|which|channel|for|do|does|match|happen|happens|see|check|where|be|payment|out|now|present|current",
      "alert|alerts|rule|rules|critical|warning|error|info|titled|title|end up|latest|last|send|sent|hook|would|go",
    ],
    says: ["What the rules of {hook} would do", " with {words}"],
  },
  replay: {
    nouns: [
      "replay",
      "run|play|send|put * again",
      "rerun",
      "re-run",
      "simulate|simulation",
      "backtest|back-test",
      "run|go|send|put * through rules|routing",
      "(would|will|did|does) * (last|past|yesterday|hours|hour)",
      "where|what * (last|past|yesterday|hour|hours|day) * (go|gone|end|end up|land|do|done|route|routed|went)",
    ],
    also: [
      "where|end|up|land|from|of|on|night|today|yesterday's|now|present|current|new|with|do|done|go|went|hr|hrs",
      "last|past|hour|hours|day|days|alert|alerts|rule|rules|through|what|would|change|hook|over",
    ],
    says: ["Replay the alerts of {hook}", ", {words}"],
  },
  export: {
    nouns: [...nouns, "rule|rules", "setting|settings", "config|configuration", "yaml"],
    verbs: [
      "export",
      "yaml",
      "as text",
      "as a? file",
      "dump",
      "download",
      "back up",
      "text of|for",
      "copy|print|paste out",
    ],
    also: ["rule|setting|settings|config|yaml|text"],
    says: ["Export {hook}"],
  },
  import: {
    nouns: [...nouns, "rule|rules", "setting|settings", "config|configuration", "yaml"],
    verbs: ["import", "load", "upload", "paste", "restore|read * from"],
    also: ["rule|setting|settings|config|yaml|text|into"],
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
    [
      new RegExp(String.raw`\b(?:rule|number) (?:number |no\.? |#)?(\d{1,3})\b.*?\b${verb}\b`, "i"),
      `${action} $1`,
    ],
    ...ordinals.map((each, index): [RegExp, string] => [
      new RegExp(String.raw`\b${verb}\b.*?\b(?:${each})\b|\b(?:${each}) rule\b.*?\b${verb}\b`, "i"),
      `${action} ${index + 1}`,
    ]),
  ];
}
