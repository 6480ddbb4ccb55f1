import type { Asks, Slot } from "../../../platform/commands/entry.ts";

/** What dashboards are searched for, in a sentence. */
export const searchSlot: Slot = {
  isOne: true,
  parts: [
    [
      /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?) (?:the )?"([^"]{1,100})"/i,
      "$1",
    ],
    [
      /\b(?:about|for|on|with|named|called|mentioning|matching|containing|mentions?|contains?|covers?|includes?|covering|tracks?|shows?|of) (?:the |our )?(?!us\b|me\b|them\b|it\b|that\b|this\b|a\b|dashboards?\b)([\p{L}\d][\p{L}\d_.-]*(?: (?!(?:somewhere|anywhere|please|dashboards?|boards?|in|on|usage|metrics|last|this|and|or)\b)[\p{L}\d][\p{L}\d_.-]*)?)(?= ?(?:somewhere|anywhere|please|dashboards?|boards?|in|on|(?:in|on) (?:it|them)|usage|metrics)?[ ?.!]*$)/iu,
      "$1",
    ],
    [
      /\b(?:any|find|search|an?|the|our|which|some) (?!for\b|new\b|another\b|fresh\b|other\b|nice\b|good\b)(?:the )?([\p{L}\d][\p{L}\d_.-]*) (?:dashboards?|boards?)\b/iu,
      "$1",
    ],
  ],
};

/** A dashboard in a sentence. Only the server knows all names. */
export const dashboardSlot: readonly Slot[] = [
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
        /\b(?:open|draw|show|see|display|view|pull up|bring up|give)(?: me| us)? (?:the |our |my )?((?!all\b|any\b|a\b|every\b|the\b|our\b|my\b|me\b|us\b|dashboards?\b|~)[\p{L}\d][\p{L}\d _.-]{1,60}?) (?:dashboard|board)\b(?! (?:of|for|on)\b)/iu,
        "$1",
      ],
      [
        /\b(?:open|draw|show|see|display|view|pull up|bring up|give)(?: me| us)? (?:the |our |my )?dashboard ((?!(?:of|for|on|in|about|with|from|that|which)\b|~)[\p{L}\d][\p{L}\d _.-]{1,60}?)\s*[.?!]*$/iu,
        "$1",
      ],
      [/\b(?:dashboard|board) (?:called|named) "?([\p{L}\d][\p{L}\d _.-]{1,60}?)"?\s*[.?!]*$/iu, "$1"],
    ],
  },
];

/** A tile and its dashboard in a sentence. */
export const tileSlots: Asks["slots"] = {
  tile: { isOne: true, parts: [[/\b(?:tile|panel|widget|chart) "?([\w-]*\d[\w-]*)"?/i, "$1"]] },
  dashboard: [{ isOne: true, parts: [[/\b(?:dashboard|board) "?([\w-]*\d[\w-]*)"?/i, "$1"]] }, "dashboard"],
};
