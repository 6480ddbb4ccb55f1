import type { Asks } from "../../../platform/commands/entry.ts";

const ruleNouns = [
  "alert rule",
  "alerting rule",
  "rule",
  "threshold",
  "alert|alarm definition|definitions|condition|conditions|setting|settings|config|trigger|triggers",
  "alert|alarm rule|threshold|thresholds",
];

/** How people ask about alert rules. */
export const ruleAsks = {
  list: {
    nouns: [...ruleNouns],
    phrases: [
      "alert|alerts|alarm|alarms on|for|of|in|at {service}",
      "{service} alert|alerts|alarm|alarms",
      "what|which * alert|alerts|alerted|alarm on|about|for",
      "(is|are) {service} * covered|alerted",
      "(do|are) we alert|alerting|alerted (on|about|for) {service}",
      "(what|which) (alert|alerts|alarm|alarms) * {service}",
    ],
    also: [
      "alert|alerts|alarm|alarms",
      "what|which|list|how many|any|trigger|triggers|alerted|get|we",
      "$exist",
    ],
    says: ["Alert rules", " of {service}"],
  },
  show: {
    nouns: [...ruleNouns, "alert"],
    phrases: ["show|open|see|describe|explain|display|inspect rule|alert {id}", "what does {id}"],
    also: [
      "fire|fires|when|what|does|show|check|checks|detail|look|trigger|triggers|mean|about|condition|do",
    ],
    says: ["Alert rule {rule}", " of {service}"],
  },
  create: {
    nouns: [
      ...ruleNouns,
      "alert|alarm|notification|warning",
      "(get|gets|is|are|goes|becomes) (too|very|) (high|low|big|slow|full|long)",
      "(run|runs|running) out of",
      "(fill|fills) up",
      "(drop|drops|fall|falls|rise|rises|climb|climbs) below|above|under|over",
      "when|if * (above|below|over|under|exceed|exceeds|fail|fails|error|errors|out of|full|slow)",
      "too high|low|slow|big|many|long|full",
      "when|if|once * lag|lags|lagging|high|higher|low|lower|down|stuck|crash|crashes|die|dies|dead|spike|spikes|unreachable|unavailable|unhealthy|degraded|behind|up",
      "as soon as * slow|lag|lags|high|low|down|full|fail|fails",
      "above|below|over|under",
    ],
    verbs: ["$create", "$add", "$notify", "tell|told", "alerted|notified|warned|told|pinged|paged"],
    also: [
      "watch|metric|metrics|usage|cores|iops|go up|goes up|grow|grows|climb|climbs|lags",
      "when|if|replica|replication|lag|cpu|memory|disk|latency|connection|connections|query|queries|slow|error|errors|rate|load|high|low|too|get|gets|goes|above|below",
    ],
    says: ["Create an alert rule", " for {service}"],
  },
  edit: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$change"],
    also: ["threshold|rule|alert|name|of"],
    says: ["Change the alert rule {rule}", " of {service}"],
  },
  duplicate: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$copy", "make|create|another * (copy|duplicate|clone|twin)", "copy of", "one|rule like"],
    says: ["Duplicate the alert rule {rule}", " of {service}"],
  },
  delete: {
    nouns: [...ruleNouns, "alert"],
    verbs: ["$delete"],
    says: ["Delete the alert rule {rule}", " of {service}"],
  },
  test: {
    nouns: [...ruleNouns, "alert", "test"],
    verbs: [
      "test",
      "send|post|fire|trigger a? test",
      "try",
      "try out",
      "check if|whether|that * works|work",
      "dry run|fire",
    ],
    also: ["send|fire|post|test|trigger|for|work|works|alert|out"],
    says: ["Test the alert rule {rule}", " of {service}"],
  },
  "posts-to": {
    nouns: [...ruleNouns, "alert"],
    verbs: [
      "post",
      "send",
      "go",
      "use",
      "connect",
      "point",
      "route",
      "notify",
      "attach",
      "wire",
      "link",
      "hook",
      "direct",
      "move",
      "switch",
      "deliver",
      "forward",
      "assign",
      "should|must * to|through|via",
      "set * to",
    ],
    also: ["hook|webhook|to|through|via|at|alert|alerts|over|should|post|have|let|its"],
    says: ["Let the alert rule {rule} post to {hook}"],
  },
} satisfies Record<string, Asks>;
