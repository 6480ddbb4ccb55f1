import { escapeName } from "../blocks/escape.ts";

/** A thing by its name, which stands in place of the sign, and one that was not named. */
type Thing = readonly [named: string, unnamed: string];

/** What things are called where that is more than the word for their kind, or another one. */
const things: Readonly<Record<string, Thing>> = {
  access: ["%", "somebody"],
  "access.limit": ["the role %", "a role"],
  "access.show": ["the roles of %", "who may do what"],
  app: ["the app in %", "the app"],
  approval: ["the service %", "a service"],
  "approval.list": ["the request for %", "the requests for approval"],
  audit: ["%", "the audit log"],
  backup: ["the backups of %", "backups"],
  "backup-watch": ["the watch over the backups of %", "a watch over backups"],
  budget: ["the budget of %", "a budget"],
  costs: ["the costs of %", "costs"],
  "dead-letter": ["the alert % that could not be shown", "an alert that could not be shown"],
  digest: ["the digest of costs of %", "a digest of costs"],
  hook: ["the hook %", "a hook"],
  workflow: ["the workflow %", "a workflow"],
  password: ["the password of %", "a password"],
  "unusual-day": ["the unusual day of costs of %", "an unusual day of costs"],
};

/** What something was done with, in mrkdwn, as in "the hook *checkout*" or "a hook". */
export function thingInWords(kind: string, act: string, name: string | undefined): string {
  const [named, unnamed] = things[`${kind}.${act}`] ?? things[kind] ?? usual(kind.replaceAll("-", " "));
  return name === undefined ? unnamed : named.replace("%", () => `*${escapeName(name, 100)}*`);
}

function usual(noun: string): Thing {
  return [`the ${noun} %`, `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`];
}
