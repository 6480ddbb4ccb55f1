import type { Asks } from "../../../../platform/commands/entry.ts";

const nouns = [
  "approval",
  "approve",
  "sign off",
  "sign-off",
  "signoff",
  "permission to create",
  "ok of|from|by",
  "okay of|from|by",
  "consent",
  "four eyes",
  "approver",
  "signoffs|sign-offs",
  "green light|green-light|thumbs up|go-ahead|blessing|clearance|review",
];

/** How people ask about approvals. */
export const asks = {
  list: {
    nouns,
    phrases: [
      "wait|waiting|pending|open for? approval|request",
      "request|requests * wait|waiting|pending|open",
      "approval rule|policy",
      "who * (say|give) yes|ok|okay|permission",
      "request|requests|creation * (through|waiting|wait|pending)",
      "what|what's|anything|something|who|who's (is|are|) (pending|waiting for|on me|us|ok|okay|approval|someone)",
      "=pending|=waiting * my|our ok|okay|approval|go|decision|review",
      "what|what's (is|are|) pending|waiting",
      "(who|what|which) * (has|have|needs|need|gets) to be? (approve|approved|sign|ok)",
      "need|needs|require|requires a|an|my|our ok|okay|approval|sign",
      "pending request|requests|creation|creations|service|services",
    ],
    also: [
      "wait|waiting|pending|open|request",
      "new",
      "need|needs",
      "database|service",
      "create",
      "who|when",
      "rule|policy|setting|set",
      "creation|creations|me|queue|queued|outstanding|stuck",
      "$exist",
    ],
    says: ["Approvals"],
  },
  set: {
    nouns: [...nouns, "agree|agrees|agreement|consent|nod", "say|says|give|gives yes|ok|okay"],
    phrases: ["(ask|consult) {group}", "{group} (has|must|should|needs) to? (look|agree|ok|approve|say)"],
    verbs: [
      "need|needs",
      "must",
      "require",
      "have|has",
      "have to",
      "has to",
      "set",
      "should",
      "ask",
      "make",
      "want",
      "like",
      "let",
      "turn|switch on",
      "enable|activate|introduce|start",
      "before",
      "$post|go|goes|route",
    ],
    also: [
      "new",
      "service|database",
      "people|person|two|three",
      "above|over|more than",
      "gb",
      "ask",
      "anything",
      "operator",
      "credit|credits",
      "month",
      "approve|approved|approves",
      "before|first|create|created|creating|creation|expensive|big|large|bigger|larger|request|requests",
    ],
    slots: {
      group: "group",
      channel: "channel",
      quorum: {
        parts: [
          [/\b(two|three|four|five|six|[2-9]) (?:people|persons|members|approvals?|approvers|of)\b/i, "$1"],
        ],
      },
      when: {
        parts: [
          [/\b(?:operators?)\b(?= (?:create|need|ask|must))/i, "when role operator"],
          [/\b(?:above|over|more than|beyond|exceeding) (\d+) ?(?:gb|gigabytes?|gib)\b/i, "memory over $1"],
          [
            /\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) credits\b/i,
            "price over $1 credits a month",
          ],
        ],
      },
    },
    says: ["Ask {group} in {channel} before services are created", ", {quorum} of them", ", {when}"],
  },
  off: {
    nouns: [...nouns],
    verbs: [
      "$stop",
      "without",
      "lift",
      "skip",
      "drop",
      "(isn't|aren't|no|not|don't|doesn't) * need|needed|needs|required|require|want|necessary",
      "no|without approval needed|required|necessary",
    ],
    also: [
      "need|needs|needed|new|required",
      "service|database",
      "any more|anymore|longer",
      "from now on",
      "before|create|created|creation|ask|asking",
    ],
    says: ["Turn approvals off"],
  },
  workflows: {
    nouns: ["workflow", "automation"],
    also: [
      "create|without|ask|asking|may|can|approve|approved|allow|allowed|trusted|exempt|skip|automatically|service|database|approval",
      "$exist",
    ],
    says: ["Workflows that create without asking"],
  },
  workflow: {
    nouns: ["workflow", "automation"],
    verbs: ["let", "allow", "approve", "permit", "withdraw", "revoke", "$stop", "may", "unapprove"],
    also: ["create|without|ask|asking|from|preset|for|requester", "isn't|not|approved|any more|anymore"],
    slots: {
      change: {
        isOne: true,
        parts: [
          [
            /\b(?:let|allow|approve|permit)\b(?: the)? (?:workflow|automation) "?(.{1,60}?)"? (?:to )?create (?:services )?(?:from|with|by) (?:the )?(?:preset )?(.{1,50}?) for (<@[UW][A-Z0-9]+(?:\|[^>]*)?>).*$/i,
            "approve $1 preset $2 requester $3",
          ],
          [
            /^(?=.*\b(?:withdraw|revoke|isn't|not|no longer|stop|disallow|unapprove)\b).*?\b(?:workflow|automation) "?(.{1,60}?)"?(?:'s)?(?: (?:isn't|is|shouldn't|should|may|must|any more|anymore|approval|approved|from|create|creating|to)\b.*|[,.;!?].*|)$/i,
            "withdraw $1",
          ],
        ],
      },
    },
    says: ["{change}"],
  },
} satisfies Record<string, Asks>;
