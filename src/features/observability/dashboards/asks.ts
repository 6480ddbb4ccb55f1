import type { Asks } from "../../../platform/commands/entry.ts";

const nouns = [
  "dashboard",
  "board",
  "graph",
  "chart",
  "dash|dashes",
  "plot|plots",
  "visualization|visualizations|visualisation|visualisations",
];
const tileNouns = ["tile", "panel", "widget", "chart", "graph"];
const tileSlots = {
  tile: { isOne: true, parts: [[/\b(?:tile|panel|widget|chart) "?([\w-]*\d[\w-]*)"?/i, "$1"]] },
  dashboard: [{ isOne: true, parts: [[/\b(?:dashboard|board) "?([\w-]*\d[\w-]*)"?/i, "$1"]] }, "dashboard"],
} as const;

/** How people ask about dashboards. */
export const dashboardAsks = {
  list: {
    nouns,
    also: ["list|what|which|for|of|on|about|how many|see|can", "$exist"],
    says: ["Dashboards", " of {service}"],
  },
  find: {
    nouns,
    verbs: [
      "search",
      "find",
      "is|are there",
      "look for",
      "where|which",
      "do|does we|anyone * have|has",
      "have|has we|you",
      "about",
      "any",
      "somewhere",
      "with",
      "mention|contain|include|cover|show|track|display|monitor",
      "locate|seek|looking for|need|want",
    ],
    also: [
      "somewhere|anywhere|about|for|on|with|in them|in it|covering|called|named|mention|mentions|show|shows|of|have|something",
      "$exist",
    ],
    slots: {
      words: {
        isOne: true,
        parts: [
          [
            /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?) (?:the )?"([^"]{1,100})"/i,
            "$1",
          ],
          [
            /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?|covering|tracks?|shows?|of) (?:the |our )?(?!us\b|me\b|them\b|it\b|that\b|this\b|a\b|dashboards?\b)([\p{L}\d][\p{L}\d_.-]*)(?= ?(?:somewhere|anywhere|please|dashboards?|boards?|in|on|in (?:it|them)|usage|metrics)?[ ?.!]*$)/iu,
            "$1",
          ],
          [
            /\b(?:any|find|search|an?|the|our|which|some) (?!for\b|new\b|another\b|fresh\b|other\b|nice\b|good\b)(?:the )?([\p{L}\d][\p{L}\d_.-]*) (?:dashboards?|boards?)\b/iu,
            "$1",
          ],
        ],
      },
    },
    says: ["Dashboards about {words}"],
  },
  show: {
    nouns,
    phrases: [
      "open|show|draw|see|display|view|pull|load|render|plot|get|give|fetch up? {dashboard}",
      "{dashboard} dashboard|board|please|graph|graphs|chart|charts|picture",
      "graph|graphs|chart|charts|picture|screenshot|image|snapshot|view of|for|from {dashboard}",
      "what does {dashboard} (look|show|say)",
      "how (is|are|) {dashboard} (look|looks|looking|doing|)",
      "(bring up|pull up|let me see|look at|check) {dashboard}",
    ],
    hints: ["{dashboard}"],
    also: [
      "draw|open|picture|image|look|screenshot|graph|graphs|chart|charts|of|now|currently|show|say|render|preview",
    ],
    slots: {
      dashboard: [
        "dashboard",
        "id",
        {
          isOne: true,
          parts: [
            [
              /\b(?:open|draw|show|see|display)(?: me)?(?: the)? (?:dashboard "([^"]{1,100})"|"([^"]{1,100})" dashboard)/i,
              "$1$2",
            ],
            // Only the server knows its name.
            [
              /\b(?:open|draw|show|see|display|view|pull up|bring up|give)(?: me| us)? (?:the |our |my )?((?!all\b|any\b|a\b|every\b|dashboards?\b|~)[\p{L}\d][\p{L}\d _.-]{1,60}?) (?:dashboard|board)\b(?! (?:of|for|on)\b)/iu,
              "$1",
            ],
            [/\b(?:dashboard|board) (?:called|named) "?([\p{L}\d][\p{L}\d _.-]{1,60}?)"?\s*[.?!]*$/iu, "$1"],
          ],
        },
      ],
    },
    says: ["Dashboard {dashboard}"],
  },
  create: {
    nouns,
    verbs: ["$create", "$add", "need|want|like|=get|give me|us? a|an|another * dashboard|board"],
    also: ["from scratch|with|about|tracking|track|showing|show"],
    says: ["Create a dashboard", " for {service}"],
  },
  edit: {
    nouns,
    verbs: ["$change"],
    also: ["name|title|layout|tag|tags|description|of"],
    says: ["Change the dashboard {dashboard}"],
  },
  duplicate: {
    nouns,
    verbs: [
      "$copy",
      "make|create|another * (copy|duplicate|clone|twin)",
      "copy of",
      "one|dashboard|board like",
    ],
    says: ["Duplicate the dashboard {dashboard}"],
  },
  delete: {
    nouns,
    verbs: ["$delete"],
    says: ["Delete the dashboard {dashboard}"],
  },
  "add-tile": {
    nouns: tileNouns,
    verbs: ["$add", "$create"],
    also: ["dashboard|board|to|on|in|into|for|onto"],
    says: ["Add a tile to the dashboard {dashboard}"],
  },
  "change-tile": {
    nouns: tileNouns,
    verbs: ["$change"],
    also: ["dashboard|board|on|of"],
    slots: tileSlots,
    says: ["Change the tile {tile}", " of the dashboard {dashboard}"],
  },
  "remove-tile": {
    nouns: tileNouns,
    verbs: ["$delete"],
    also: ["dashboard|board|from"],
    slots: tileSlots,
    says: ["Remove the tile {tile}", " from the dashboard {dashboard}"],
  },
} satisfies Record<string, Asks>;

/** How people ask about data sources. */
export const sourcesAsks = {
  nouns: ["source", "data source", "datasource", "data-source", "feed", "dataset|datasets", "data set|sets"],
  phrases: [
    "what * dashboard|dashboards|chart|charts|graph|graphs|board|boards * read|come from|use",
    "where * dashboard|dashboards|chart|charts|graph|graphs|board|boards * (get|come|comes|read|pull|take|fetch|find) * from",
    "what|which (data|metrics|logs) (is|are|do|does|can|exist|exists|have|has)",
    "what|which * (chart|graph|plot|visualize|visualise)",
    "what can * (chart|charted|graph|graphed|plotted|read)",
    "data (behind|for) dashboards|dashboard|charts",
  ],
  also: [
    "data|dashboard|dashboards|board|boards|alert|alerts|rule|rules|chart|charts|read|reads|from|can|use|uses|pull|what|which|where|metrics|metric|logs|trace|traces|query|queries|available|offer|offered|work|draw|for",
    "$exist",
  ],
  says: ["Data sources", " of {service}"],
} satisfies Asks;
