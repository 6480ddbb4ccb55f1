import type { Asks } from "../../platform/commands/entry.ts";

const nouns = ["service", "database", "db", "instance", "cluster"];
const slots = { service: "service" } as const;

/** How people ask for changes of what runs. */
export const changeAsks = {
  change: {
    nouns: [...nouns, "{service}", "idle scaling", "allowed address|addresses", "ip access list"],
    verbs: ["resize|scale|rescale", "change * size|memory|replica|replicas|address|addresses|idle"],
    also: ["setting|settings", "up|down", "memory|replica|replicas|size"],
    oneOf: ["service"],
    slots,
    says: ["Change", " {service}"],
  },
  stop: {
    nouns: [...nouns, "{service}"],
    verbs: ["stop", "shut down", "power off", "turn off"],
    oneOf: ["service"],
    slots,
    says: ["Stop", " {service}"],
  },
  start: {
    nouns: [...nouns, "{service}"],
    verbs: ["start", "boot", "power on", "turn on", "wake up?"],
    oneOf: ["service"],
    slots,
    says: ["Start", " {service}"],
  },
  delete: {
    nouns: [...nouns, "{service}"],
    verbs: ["delete|destroy|terminate"],
    oneOf: ["service"],
    slots,
    says: ["Delete", " {service}"],
  },
} satisfies Record<string, Asks>;
