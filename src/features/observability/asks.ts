import type { Asks } from "../../platform/commands/entry.ts";

const ruleNouns = ["alert rule", "alerting rule", "rule", "threshold", "alert definition"];

/** How people ask about open alerts and alert rules. */
export const alertAsks = {
  open: {
    nouns: ["alert", "alarm", "incident", "firing", "problem", "issue", "outage", "trouble"],
    phrases: [
      "what|anything|something|who (is|are|) (firing|burning|broken|red|on fire|wrong|down|alerting|going on|failing)",
      "is|are there? anything|something|everything (broken|firing|wrong|red|burning|down|alerting|failing|ok|okay|fine|quiet|healthy|on fire|calm)",
      "any alarm|alarms|fire|fires|outage|outages|incident|incidents",
      "on fire",
      "firing",
      "anything|what * look at",
      "all quiet",
      "all green",
    ],
    also: [
      "open|active|current|unresolved|ongoing|firing|acknowledged|acked|snoozed|look at|wise|alert-wise|this morning|have",
    ],
    says: ["Open alerts"],
  },
  list: {
    nouns: [...ruleNouns],
    phrases: ["alert on|for|of|in {service}", "{service} alert", "what|which * alert on|about"],
    also: ["alert", "have|set|defined|what|which|list"],
    slots: { service: ["service", "connection"] },
    says: ["Alert rules", " of {service}"],
  },
  show: {
    nouns: [...ruleNouns, "alert"],
    phrases: ["show|open|see|describe rule|alert {id}"],
    also: ["fire|fires|when|what|does|show|check|checks|detail|look"],
    slots: { rule: "id", service: ["service", "connection"] },
    says: ["Alert rule {rule}", " of {service}"],
  },
  create: {
    nouns: [
      ...ruleNouns,
      "alert",
      "(get|gets|is|are|goes|becomes) (too|very|) (high|low|big|slow|full|long)",
      "(run|runs|running) out of",
      "(fill|fills) up",
      "(drop|drops|fall|falls|rise|rises|climb|climbs) below|above|under|over",
      "when|if * (above|below|over|under|exceed|exceeds|fail|fails|error|errors|out of|full|slow)",
      "too high|low|slow|big|many|long|full",
      "above|below|over|under",
    ],
    verbs: ["$create", "$add", "tell|told", "warn", "alert me|us", "notify", "let * know"],
    also: [
      "when|if|replica|replication|lag|cpu|memory|disk|latency|connection|connections|query|queries|slow|error|errors|rate|load|high|low|too|get|gets|goes|above|below",
    ],
    slots: { service: ["service", "connection"] },
    says: ["Create an alert rule", " for {service}"],
  },
  edit: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$change"],
    also: ["threshold|rule|alert|name|of"],
    slots: { rule: "id", service: ["service", "connection"] },
    says: ["Change the alert rule {rule}", " of {service}"],
  },
  duplicate: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$copy"],
    slots: { rule: "id", service: ["service", "connection"] },
    says: ["Duplicate the alert rule {rule}", " of {service}"],
  },
  delete: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$delete"],
    slots: { rule: "id", service: ["service", "connection"] },
    says: ["Delete the alert rule {rule}", " of {service}"],
  },
  test: {
    nouns: [...ruleNouns, "alert", "test"],
    verbs: ["test", "send|post|fire a? test", "try"],
    also: ["send|fire|post|test"],
    slots: { rule: "id", service: ["service", "connection"] },
    says: ["Test the alert rule {rule}", " of {service}"],
  },
  "posts-to": {
    nouns: [...ruleNouns, "alert"],
    verbs: ["post", "send", "go", "use", "connect", "point", "route", "notify", "attach", "wire"],
    also: ["hook|webhook|to|through|via"],
    slots: { rule: "id", hook: "hook", service: "service" },
    says: ["Let the alert rule {rule} post to {hook}"],
  },
  trace: {
    nouns: ["trace", "alert", "incident", "way|path|journey"],
    phrases: [
      "where * alert {id}",
      "trace {id}",
      "what happened to|with alert? {id}",
      "follow|track alert? {id}",
    ],
    also: [
      "late|slow|arrive|arrived|why|when|come|came|take|took|long|happen|happened|delay|delayed|get|got here",
      "make it|make it through|make it to slack|reach|reach slack|reach us",
      "deliver|post|show|stay|stuck|remain",
      "stuck|lost|late|slow|arrive|arrived|why|when|come|came|take|took|long|happen|happened|delay|delayed|get|got here",
    ],
    slots: { alert: "id" },
    says: ["The way of alert {alert}"],
  },
  undelivered: {
    nouns: [
      "undelivered",
      "lost|missed|missing|stuck|failed|dropped|swallowed alert",
      "alert * (didn't|never|not|fail|failed|couldn't|couldn't be|unable) (to|) (get|got|arrive|arrived|delivered|come|came|make|made|reach|posted|post|send|deliver)",
      "(not|never) delivered",
      "swallow|swallowed|lose|lost|eat|ate|miss|missed|drop|dropped * alert",
      "alert * get|got|been|go|went lost|stuck|swallowed|dropped|missing",
      "alert lost|missed|missing|stuck|dropped|swallowed|undelivered",
      "couldn't|could be? delivered|posted",
      "alert * fail|failed|unable to? deliver|send|post|show|reach|arrive",
      "fail|failed|unable to? deliver|send|post|show * alert",
      "(couldn't|could not|can't) be? delivered|posted",
      "dead letter",
    ],
    also: ["alert|alerts|get through|through|slack|any|arrive|deliver|delivered|which|what|channel"],
    says: ["Undelivered alerts"],
  },
  retry: {
    nouns: [
      "undelivered",
      "lost|missed|stuck|failed alert",
      "alert * (didn't|never|couldn't|not) (be|) (arrive|get|delivered|posted|come|through)",
    ],
    verbs: [
      "retry",
      "try * again",
      "resend",
      "repost",
      "redeliver",
      "send|post|deliver * again",
      "$delete",
      "replay",
    ],
    also: ["alert|alerts|again|all|try"],
    slots: {
      words: {
        isOne: true,
        parts: [
          [/\b(?:drop|delete|discard|throw|bin|scrap|remove|forget)\b/i, "drop all"],
          [/\b(?:all|every|everything|the|them|those|any|alerts)\b/i, "replay all"],
        ],
      },
    },
    says: ["Undelivered alerts: {words}"],
  },
} satisfies Record<string, Asks>;

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
