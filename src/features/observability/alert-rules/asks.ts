import type { Asks } from "../../../platform/commands/entry.ts";

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
  timeline: {
    nouns: ["timeline", "postmortem|post-mortem", "write-up|writeup", "report of alert|incident"],
    also: ["alert|incident", "file|markdown|md", "$post", "draft|write"],
    slots: { alert: "id" },
    says: ["The timeline of alert {alert}"],
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
