import type { Asks } from "../../../platform/commands/entry.ts";

/** What people call hooks. */
export const nouns = ["hook", "webhook", "alert hook", "alert address"];
export const hook = "hook" as const;

/** How people ask about alert hooks. */
export const asks = {
  list: {
    nouns: [...nouns],
    phrases: [
      "where * alerts come|arrive|flow from|in",
      "what|which|who send * alerts",
      "who|what sends us alerts",
    ],
    also: ["set up|configured|in place", "alert", "have", "channel", "come in from", "list"],
    says: ["Hooks"],
  },
  show: {
    nouns,
    phrases: [
      "how is|are {hook} configured|set|doing|setup|built|made",
      "what is|does {hook}",
      "tell me|us about {hook}",
      "show|open|see|describe|inspect me? {hook}",
      "which|what|where channel? do|does|is {hook} post|go|goes|send|write|deliver|posting|sending",
      "is|was {hook} paused|on|off|active|working|running|alive|ok|okay",
      "status|state|owner of {hook}",
      "who own|owns|created|made {hook}",
      "url|address|endpoint|settings|config of|for {hook}",
    ],
    hints: ["{hook}"],
    also: ["url|address|endpoint|setting|config|configuration|set|receive|received|last|what", "show|open"],
    slots: { hook },
    says: ["Hook {hook}"],
  },
  create: {
    nouns: [...nouns, "address for alerts"],
    verbs: ["$create", "$add"],
    also: [
      "grafana|prometheus|datadog|zabbix|nagios|cloudwatch|sentry|alertmanager|kuma|pagerduty|opsgenie|splunk|dynatrace|icinga|pingdom|loki|mimir",
      "into|for|call|called|name|named|sign|signed|alert|channel",
      "be",
    ],
    slots: {
      channel: "channel",
      name: {
        isOne: true,
        parts: [
          [/\b(?:called|named|call it|name it|as) "([^"<>]{1,60})"/i, "$1"],
          [/\b(?:called|named|call it|name it|as) ([a-z][\w.-]{0,59})/i, "$1"],
          [/\bhook "?((?!for\b|in\b|into\b|to\b|on\b)[a-z][\w .-]{0,58}?)"? (?:in|into|to|for) <#/i, "$1"],
        ],
      },
      signed: { isOne: true, parts: [[/\bsign(?:ed|s|ing|atures?)?\b/i, "true"]] },
    },
    says: ["Create a hook into {channel}", " called {name}"],
  },
  test: {
    nouns: [...nouns, "test alert", "alert"],
    verbs: ["test", "send|post|fire|push a? test", "check if|whether * work", "try out"],
    also: ["alert", "through|via", "work|works|working", "send|fire|post"],
    slots: { hook },
    says: ["Post a test alert through {hook}"],
  },
  rotate: {
    nouns: ["secret", "key", "signing key", "token", "password"],
    verbs: [
      "rotate",
      "new",
      "fresh",
      "generate",
      "another",
      "create|make",
      "renew",
      "replace",
      "change",
      "regenerate",
      "roll",
      "refresh",
      "leak|leaked",
      "reset",
    ],
    also: ["hook|webhook", "leak|leaked|compromised|stolen", "need"],
    slots: { hook },
    says: ["Rotate the secret of {hook}"],
  },
  "drop-secret": {
    nouns: ["old|older|previous|former|first secret|key|token"],
    verbs: ["$delete", "end|finish|retire|revoke"],
    also: ["hook|webhook"],
    slots: { hook },
    says: ["Drop the old secret of {hook}"],
  },
  pause: {
    nouns,
    verbs: ["$pause", "shut * up|down|off", "stop listening|receiving|posting"],
    also: ["for a while", "while|bit|moment|now", "alert|alerts"],
    slots: { hook },
    says: ["Pause the hook {hook}"],
  },
  resume: {
    nouns,
    verbs: ["$resume", "let * again", "post|listen|work|run again"],
    also: ["alert|alerts"],
    slots: { hook },
    says: ["Resume the hook {hook}"],
  },
  delete: {
    nouns,
    verbs: ["$delete"],
    also: ["for good", "good|ever"],
    slots: { hook },
    says: ["Delete the hook {hook}"],
  },
  map: {
    nouns: [...nouns, "title", "field", "path", "mapping"],
    verbs: ["map", "read", "is|are in", "be", "come from", "find", "take"],
    also: ["title|state|key|severity|body|field|path|in|is"],
    slots: {
      hook,
      words: {
        parts: (["title", "body", "state", "severity", "key", "group", "link", "time"] as const).map(
          (field): [RegExp, string] => [
            new RegExp(
              `\\b${field}\\b(?: (?:is|are|comes|can be found|lives))?(?: in| from| at| under|=| =)? ?((?:[a-z_][\\w]*\\.)+\\w+)`,
              "i",
            ),
            `${field}=$1`,
          ],
        ),
      },
    },
    says: ["Map the fields of {hook}: {words}"],
  },
  fallback: {
    nouns: [
      "fallback",
      "fall back",
      "fall-back",
      "backup channel",
      "(can't|cannot|fail|fails|unable) (to|) post|deliver",
      "instead",
    ],
    also: [
      "use|need|needs|set|post|channel|any more|anymore|hook|doesn't|don't|no|off|remove|if|instead|off|go",
    ],
    slots: { hook, channel: "channel" },
    says: ["Set the fallback channel of {hook}", " to {channel}"],
  },
  escalate: {
    nouns: [
      "escalate",
      "escalation",
      "ack|acks|acked|acknowledge|acknowledges|acknowledged",
      "unacknowledged",
      "take|takes|react|reacts|respond|responds to",
      "(nobody|no one|noone) * within|for|after|in|react|reacts|answer|answers|respond|responds|take|takes",
    ],
    also: [
      "ping|mention|page|call|tag|tell|notify|wake",
      "turn|switch|off|stop|nobody|no one|alert|alerts|within|after|minute|minutes|hour|half|group|team|if|to|hook",
    ],
    slots: { hook, group: "group", minutes: "minutes" },
    says: ["Set the escalation of {hook}", " to {group}", " after {minutes} minutes"],
  },
  broadcast: {
    nouns: [
      "broadcast",
      "tell|show|inform channel",
      "get|gets|become|becomes worse",
      "get|gets resolved",
      "tell|show|inform * channel * when|if|that",
    ],
    also: [
      "alert|alerts|worse|resolved|end|ends|over|return|returns|when|if|on|off|turn|switch|stop|channel|hook",
    ],
    slots: {
      hook,
      words: {
        isOne: true,
        parts: [
          [/\b(?:off|stop|don't|no longer|disable)\b/i, "off"],
          [/\b(?:on|tell|show|inform|broadcast|enable|let)\b/i, "on"],
        ],
      },
    },
    says: ["Set the broadcasts of {hook}: {words}"],
  },
  observe: {
    nouns: [
      "observe|observing",
      "ask * whether|if * over|resolved|end|ended",
      "about service",
      "look at service",
    ],
    also: ["let|stop|alert|alerts|over|whether|for|anything|hook|is|are|its|service"],
    slots: {
      hook,
      words: [
        { isOne: true, parts: [[/\b(?:off|stop|don't|no longer|nothing|disable)\b/i, "off"]] },
        "service",
      ],
    },
    says: ["Choose what {hook} is about: {words}"],
  },
  mutes: {
    nouns: ["muted", "silenced", "mute|mutes", "suppressed", "silence"],
    also: ["alert|alerts", "hook", "have|anything|what|which"],
    slots: { hook },
    says: ["Muted alerts of {hook}"],
  },
  unmute: {
    nouns: ["alert", "number|no|nr", "mute"],
    verbs: ["unmute", "unsilence", "lift * mute", "unsuppress"],
    also: ["number|alert|hook"],
    slots: { hook, words: "number" },
    says: ["Unmute alert {words} of {hook}"],
  },
} satisfies Record<string, Asks>;
