import type { Asks } from "../../platform/commands/entry.ts";

/** How people ask about owners. */
export const asks = {
  list: {
    nouns: ["owner", "ownership", "unowned", "ownerless", "orphaned"],
    phrases: [
      "who own|owns what|which|all|our|the|everything",
      "which|what services|databases * (no|without) owner",
      "(no|without) (an|) owner",
      "belong to (nobody|no one)",
    ],
    also: [
      "service|database",
      "have|has",
      "list|which|who|what",
      "every|each|all",
      "own|owns|owned",
      "missing",
    ],
    says: ["Owners of services"],
  },
  show: {
    nouns: ["owner"],
    oneOf: ["service"],
    phrases: [
      "who own|owns|owned {service}",
      "whose is|are {service}",
      "who|whom * {service} belong|belongs",
      "{service} belong|belongs",
      "which team * {service}",
    ],
    also: ["of|for", "who|whom|which|what", "team", "responsible"],
    says: ["Owner of {service}"],
  },
  set: {
    nouns: ["owner", "team", "ownership"],
    verbs: ["make", "set", "assign", "give", "hand", "transfer", "$create", "change", "move", "should"],
    oneOf: ["person", "group", "team"],
    phrases: ["{person} own|owns {service}", "{service} belong|belongs to"],
    also: ["of|to|for|the|new", "own|owns|owned", "belong|belongs", "team", "be"],
    says: ["Make", " {person}", " team {group}", " team {team}", " the owner of {service}"],
  },
  none: {
    nouns: ["owner", "ownership"],
    verbs: ["$delete", "clear", "take away"],
    also: ["of|from|the|away"],
    says: ["Take the owner of {service} away"],
  },
  digest: {
    nouns: ["monday|mondays", "monday digest|message|summary", "what concerns me"],
    verbs: ["$stop", "$post", "want", "send", "turn on|off", "get", "no more"],
    also: ["every|each|on", "what", "concerns|concern", "me|my|mine", "services", "message|digest|summary"],
    says: ["What concerns me on Mondays: {state}"],
  },
} satisfies Record<string, Asks>;
