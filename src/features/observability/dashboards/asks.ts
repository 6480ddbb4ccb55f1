import type { Asks } from "../../../platform/commands/entry.ts";

const nouns = ["dashboard", "board", "graph", "chart"];
const tileNouns = ["tile", "panel", "widget", "chart"];
const tileSlots = {
  tile: { isOne: true, parts: [[/\b(?:tile|panel|widget|chart) "?([\w-]*\d[\w-]*)"?/i, "$1"]] },
  dashboard: [{ isOne: true, parts: [[/\b(?:dashboard|board) "?([\w-]*\d[\w-]*)"?/i, "$1"]] }, "dashboard"],
} as const;

/** How people ask about dashboards. */
export const dashboardAsks = {
  list: {
    nouns,
    also: ["have|has|got|list|what|which|set up|exist"],
    slots: { service: ["service", "connection"] },
    says: ["Dashboards", " of {service}"],
  },
  find: {
    nouns,
    verbs: [
      "search",
      "find",
      "is|are there",
      "look for",
      "about",
      "any",
      "somewhere",
      "with",
      "mention|contain|include|cover",
    ],
    also: ["somewhere|anywhere|about|for|called|named|mention|mentions|show|shows"],
    slots: {
      service: "service",
      words: {
        isOne: true,
        parts: [
          [
            /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?) (?:the )?"([^"]{1,100})"/i,
            "$1",
          ],
          [
            /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?) (?:the )?([\p{L}\d][\p{L}\d_.-]*)(?= ?(?:somewhere|anywhere|please|dashboards?|boards?|in|on)?[ ?.!]*$)/iu,
            "$1",
          ],
          [
            /\b(?:any|find|search) (?!for\b)(?:the )?([\p{L}\d][\p{L}\d_.-]*) (?:dashboards?|boards?)\b/iu,
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
      "open|show|draw|see|display|view|pull up? {dashboard}",
      "{dashboard} dashboard|board|please",
      "how (is|are|) {dashboard} (look|looks|looking|doing|)",
      "(bring up|pull up|let me see|look at|check) {dashboard}",
    ],
    hints: ["{dashboard}"],
    also: ["draw|open|picture|image|look"],
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
      service: "service",
    },
    says: ["Dashboard {dashboard}"],
  },
  create: {
    nouns,
    verbs: ["$create", "add"],
    slots: { service: ["service", "connection"] },
    says: ["Create a dashboard", " for {service}"],
  },
  edit: {
    nouns,
    verbs: ["$change"],
    also: ["name|title"],
    slots: { dashboard: "id", service: "service" },
    says: ["Change the dashboard {dashboard}"],
  },
  duplicate: {
    nouns,
    verbs: ["$copy"],
    slots: { dashboard: "id", service: "service" },
    says: ["Duplicate the dashboard {dashboard}"],
  },
  delete: {
    nouns,
    verbs: ["$delete"],
    slots: { dashboard: "id", service: "service" },
    says: ["Delete the dashboard {dashboard}"],
  },
  "add-tile": {
    nouns: tileNouns,
    verbs: ["$add", "$create"],
    also: ["dashboard|board|to|on"],
    slots: { dashboard: "id", service: "service" },
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
  nouns: ["source", "data source", "datasource", "feed"],
  phrases: ["what * dashboard * read|come from", "where * dashboard * get|come|read data? from"],
  also: ["data|have|has|dashboard|dashboards|read|from"],
  slots: { service: ["service", "connection"] },
  says: ["Data sources", " of {service}"],
} satisfies Asks;
