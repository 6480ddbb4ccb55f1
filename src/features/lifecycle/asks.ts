import type { Asks } from "../../platform/commands/entry.ts";

const nouns = ["service", "database", "db", "instance", "cluster"];

/** How people ask for changes of what runs. */
export const changeAsks = {
  change: {
    nouns: [...nouns, "{service}", "idle scaling", "allowed address|addresses", "ip access list"],
    verbs: [
      "resize|scale|rescale|upsize|downsize",
      "give|set|make|bring|take|put * replica|replicas",
      "change * size|memory|replica|replicas|address|addresses|idle",
    ],
    also: ["setting|settings", "up|down", "memory|replica|replicas|size"],
    oneOf: ["service"],
    says: ["Change", " {service}", " to size {size}", " to {replicas} replicas"],
  },
  stop: {
    nouns: [...nouns, "{service}"],
    verbs: ["stop", "shut down", "power off", "turn off"],
    oneOf: ["service"],
    says: ["Stop", " {service}"],
  },
  start: {
    nouns: [...nouns, "{service}"],
    verbs: ["start", "boot", "power on", "turn on"],
    oneOf: ["service"],
    says: ["Start", " {service}"],
  },
  delete: {
    nouns: [...nouns, "{service}"],
    verbs: ["delete|destroy|terminate"],
    oneOf: ["service"],
    says: ["Delete", " {service}"],
  },
} satisfies Record<string, Asks>;

/** How people ask for the ends of services. */
export const expiryAsks = {
  list: {
    nouns: ["expiry|expiries", "expire|expires|expiring", "end date"],
    phrases: ["which|what service|services expire|end|ends", "when * {service} expire|end|ends"],
    also: ["service|services|database|databases", "soon|next", "when"],
    says: ["Services that end", ": {service}"],
  },
  set: {
    nouns: [...nouns, "{service}"],
    verbs: ["expire|expires", "keep|end|extend"],
    also: ["in|after|for|until|on|by", "more"],
    oneOf: ["end"],
    says: ["The end of {service}", " in {end}"],
  },
} satisfies Record<string, Asks>;

/** How people ask for the hours of services. */
export const hoursAsks = {
  show: {
    nouns: ["running hours", "=hours of", "office hours"],
    phrases: ["which service|services|database|databases sleep|sleeps at night", "when * {service} run|runs"],
    also: ["service|services|database|databases"],
    says: ["Hours of services", ": {service}"],
  },
  set: {
    nouns: [...nouns, "{service}", "=hours"],
    verbs: ["run", "set", "only run"],
    oneOf: ["hours"],
    also: ["only", "from", "between", "on", "weekdays", "hours"],
    says: ["Run {service}", " {hours}"],
  },
  off: {
    nouns: ["=hours", "office hours", "running hours"],
    verbs: ["end|drop|remove", "turn off"],
    oneOf: ["service"],
    also: ["of"],
    says: ["End the hours", " of {service}"],
  },
  wake: {
    nouns: [...nouns, "{service}"],
    verbs: ["wake", "wake * for 2 hours"],
    oneOf: ["service"],
    also: ["up", "for", "two|2 hours"],
    says: ["Wake {service}", " for 2 hours"],
  },
} satisfies Record<string, Asks>;
