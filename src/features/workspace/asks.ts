import type { Asks } from "../../platform/commands/entry.ts";

const roleNouns = ["role", "access", "permission", "right|rights", "privilege"];
const roles = ["viewer", "operator", "admin", "administrator"];
const grantee = { person: "person", group: "group", channel: "channel" } as const;

/** How people ask about roles. */
export const accessAsks = {
  show: {
    nouns: [...roleNouns],
    phrases: [
      "(what am i|am i) allowed|able|permitted to? do?",
      "what may i do",
      "who is|are|has|have|can * admin|operator|viewer|access|role",
      "who's|whos * admin|operator|viewer",
      "am i an? admin|operator|viewer",
      "what am i",
      "who can|may do? what|this|that|anything",
      "is|was {person} an? admin|administrator|operator|viewer|allowed",
      "what|which can|may|is {person} do|allowed",
      "can|may {person} create|change|delete|do",
      "who (is|) allowed|permitted|authorized|authorised",
      "=admins|=operators|=viewers|=administrators",
      "who can|may (do|) what|this|that|anything",
      "who (is|are|) (admin|admins|operator|operators|viewer|viewers)",
    ],
    also: [...roles, "allowed|here|who|have|has|everyone|list|mine"],
    says: ["Roles"],
  },
  grant: {
    nouns: [...roleNouns, ...roles],
    verbs: [
      "make",
      "give",
      "grant",
      "promote",
      "let",
      "be",
      "is|are|becomes",
      "need|needs|want|wants|get|gets|deserve|deserves|have|has",
      "should be",
      "may be",
      "add",
      "turn * into",
      "allow",
      "become",
      "get",
      "set",
      "appoint",
      "need|needs",
      "should have|get",
    ],
    hints: [
      "{person} {role}",
      "{group} {role}",
      "{channel} {role}",
      "{role} for|to {person}",
      "{role} for|to {group}",
    ],
    also: [...roles, "rights|right|role|access|group|everyone|in|to|as"],
    slots: { ...grantee, role: "role" },
    says: ["Give the role {role}", " to {person}", " to {group}", " to everyone in {channel}"],
    oneOf: ["person", "group", "channel"],
  },
  revoke: {
    nouns: [...roleNouns, ...roles],
    verbs: [
      "take * away",
      "revoke",
      "remove",
      "$delete",
      "(shouldn't|should not|mustn't|may not) be|have",
      "(doesn't|don't|no longer) (need|needs|have)",
      "should not be",
      "no longer",
      "not * any longer",
      "not * any more|anymore",
      "withdraw",
      "strip",
      "demote",
      "lose",
      "$stop",
      "revoke|demote {person}",
      "revoke|demote {group}",
      "revoke|demote {channel}",
    ],
    also: [...roles, "away|longer|role|any"],
    slots: { ...grantee },
    oneOf: ["person", "group", "channel"],
    says: ["Take the role away", " from {person}", " from {group}", " from {channel}"],
  },
  limits: {
    nouns: [
      "limit on|for|of create|creating|service|role",
      "limit",
      "what * create",
      "allowed to create",
      "can|may create",
      "restriction",
    ],
    also: [...roles, "create|creating|can|may|what|service|services|new|which|how"],
    slots: { role: "role" },
    says: ["What roles can create", ": {role}"],
  },
  limit: {
    nouns: ["create|creating", "limit|limits", "only", "at most", "restrict|restriction"],
    verbs: [
      "should",
      "may",
      "only",
      "limit",
      "restrict",
      "lift",
      "remove",
      "drop",
      "allow",
      "can",
      "must",
      "set",
      "cap",
    ],
    also: [...roles, "all|limit|limits|gb|at most|most|in|on|with|aws|gcp|azure|create|memory|region"],
    slots: {
      role: "role",
      limits: [
        {
          isOne: true,
          parts: [[/\b(?:lift|remove|drop|no|end|off|clear)\b(?=.*\b(?:limit|restriction)s?\b)/i, "off"]],
        },
        {
          parts: [
            [/\b(aws|gcp|azure)\b(?:(?:,| and| or) (aws|gcp|azure)\b)?/i, "providers=$1"],
            [/\b([a-z]{2,}-[a-z]+-?\d)\b/i, "regions=$1"],
            [/\b(\d{1,5}) ?(?:gb|gigabytes?|gib)\b/i, "memory=$1"],
          ],
        },
      ],
    },
    says: ["Limit what a role can create: {role}", ", {limits}"],
  },
} satisfies Record<string, Asks>;

const auditNouns = [
  "audit",
  "audit log|trail|entry|entries",
  "change|activity|access log|logs",
  "change|changes|changed",
  "history",
  "action|actions",
  "activity",
  "who did what",
];

const past =
  "changed|change|paused|resumed|deleted|created|made|added|removed|edited|touched|looked|renamed|rotated|muted|unmuted|granted|revoked|approved|denied|set|did|turned|fiddled|messed|tampered|opened|read|saw|viewed|updated|restored|stopped|started|tested|shared|connected|modified|broke|killed|ran|switched|exported|imported|played|raised|lowered|gave|took";

/** How people ask about the audit log. */
export const auditAsks = {
  read: {
    nouns: auditNouns,
    phrases: [
      `who|who's|whos ${past}`,
      `who has|have|had|was ${past}`,
      `what|everything|anything has|have|did {person} ${past}|do|done`,
      `what|everything|anything {person} ${past}|do|done|did`,
      `did|has|have anyone|anybody|someone|somebody|{person} ${past}`,
      `when was|did * ${past}`,
      "what did {person}",
      "what (has|) happened|happen to|with|on {service}",
      "what (has|) happened|happen to|with|on {hook}",
      "{person} * been doing|up to",
      "what was|were|got|has been changed|done|deleted|created|modified",
      "what has {person}",
    ],
    also: [
      ...past.split("|"),
      "password|hook|hooks|rule|service|anything|anyone|anybody|fiddle|look|do|did|done|who|since|entries|entry",
    ],
    slots: {
      person: "person",
      about: [
        "service",
        "hook",
        {
          isOne: true,
          parts: [[/\b(hook|budget|preset|connection|dashboard|report|role|approval|backup)s\b/i, "$1"]],
        },
        "preset",
        "connection",
      ],
      range: "range",
    },
    says: ["Audit log", " of {person}", " about {about}", ", {range}"],
  },
  export: {
    nouns: auditNouns,
    verbs: ["export", "file", "csv", "download", "as a file", "spreadsheet", "dump"],
    also: ["auditor|auditors|want|need|file|send"],
    slots: { person: "person", about: ["service", "hook"], range: "range" },
    says: ["Audit log as a file", " of {person}", " about {about}", ", {range}"],
  },
  show: {
    nouns: ["audit log|entry|entries", "audit"],
    verbs: ["where", "which channel", "mirror|mirrored"],
    also: ["post|posted|go|goes|sent|channel|to"],
    says: ["Where the audit log is posted"],
  },
  mirror: {
    nouns: ["audit log|entry|entries|trail", "audit"],
    verbs: ["$post", "mirror", "copy", "stream", "forward", "$stop"],
    also: ["from now on|post|posting|channel|every|new|into|no longer|mirroring"],
    slots: { channel: "channel" },
    says: ["Post the audit log", " in {channel}"],
  },
} satisfies Record<string, Asks>;
