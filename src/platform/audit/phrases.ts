import { escapeName } from "../blocks/escape.ts";

/** A thing with its name in place of "%", and without a name. */
type Thing = readonly [named: string, unnamed: string];

/** Phrases that differ from the word for the kind. */
const things: Readonly<Record<string, Thing>> = {
  access: ["%", "someone"],
  "access.limit": ["the role %", "a role"],
  "access.show": ["the roles of %", "who may do what"],
  "alert.update": ["the alert rule %", "an alert rule"],
  "alert.create": ["the alert rule %", "an alert rule"],
  "alert.delete": ["the alert rule %", "an alert rule"],
  "alert.hook": ["the alert rule %", "an alert rule"],
  app: ["the app in %", "the app"],
  approval: ["the service %", "a service"],
  "approval.list": ["the request for %", "the requests for approval"],
  audit: ["%", "the audit log"],
  backup: ["the backups of %", "backups"],
  "backup-watch": ["the watch over the backups of %", "a watch over backups"],
  concerns: ["the message on Mondays of %", "the message on Mondays"],
  noise: ["the weekly noise report of %", "a weekly noise report"],
  budget: ["the budget of %", "a budget"],
  costs: ["the costs of %", "costs"],
  "dead-letter": ["the undelivered alert %", "an undelivered alert"],
  expiry: ["the end of %", "the end of a service"],
  hours: ["the hours of %", "the hours of a service"],
  report: ["the cost report of %", "a cost report"],
  "hard-limit": ["the hard limits", "the hard limits"],
  hook: ["the hook %", "a hook"],
  owner: ["the owner of %", "the owner of a service"],
  storm: ["all of a storm (%)", "all of a storm"],
  workspace: ["%", "the workspace"],
  workflow: ["the workflow %", "a workflow"],
  password: ["the password of %", "a password"],
  "unusual-day": ["the unusual day of costs of %", "an unusual day of costs"],
};

/** A thing in mrkdwn, as in "the hook *checkout*" or "a hook". */
export function formatThing(kind: string, verb: string, name: string | undefined): string {
  const [named, unnamed] = things[`${kind}.${verb}`] ?? things[kind] ?? usual(kind.replaceAll("-", " "));
  return name === undefined ? unnamed : named.replace("%", () => `*${escapeName(name, 100)}*`);
}

function usual(noun: string): Thing {
  return [`the ${noun} %`, `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`];
}

/** The kind of thing that a command is about, if it has another name. */
const kinds: Readonly<Record<string, string>> = {
  alerts: "alert",
  approvals: "approval",
  backups: "backup",
  connections: "connection",
  costs: "report",
  dashboards: "dashboard",
  presets: "preset",
  services: "service",
};

/** Actions of buttons with an action_id that does not name the action. */
const interactions: Readonly<Record<string, AuditAction>> = {
  "approval-take-back": "approval.withdraw",
  "show-password": "password.show",
  "unknown-was-created": "service.resolve",
  "unknown-was-not": "service.resolve",
  "unusual-expected": "unusual-day.expect",
};

/** Actions of subcommands with a verb that means something else. */
const subcommands: Readonly<Record<string, AuditAction>> = {
  "approvals deny": "hard-limit.set",
};

/** The name of a recorded action, as in "hook.rotate". */
export type AuditAction = `${string}.${string}`;

/** The action of a command and its subcommand. */
export function actionOfCommand(name: string, verb: string | undefined): AuditAction {
  if (verb === undefined) return `command.${name}`;
  return subcommands[`${name} ${verb}`] ?? `${kindOf(name)}.${verb}`;
}

/** The action of a button: "alerts:snooze" is "alert.snooze". */
export function actionOfInteraction(actionId: string): AuditAction {
  const own = interactions[actionId];
  if (own) return own;
  const [, first = "", rest = ""] = /^([a-z]+)[:-](.+)$/.exec(actionId) ?? [];
  return rest === "" ? `button.${actionId}` : `${kindOf(first)}.${rest.replaceAll(":", "-")}`;
}

/** The action of submitting a form. */
export function actionOfForm(name: string): AuditAction {
  return `form.${name}`;
}

function kindOf(word: string): string {
  return kinds[word] ?? word;
}

/** An action after "to", and in the past. `{it}` is its thing, and `{role}` its role. */
export type Phrase = readonly [base: string, past: string];

/** Actions with phrases of their own. */
const phrases: Readonly<Record<string, Phrase>> = {
  "access.grant": ["give {it} {role}", "gave {it} {role}"],
  "access.limit": ["change what {it} may create", "changed what {it} may create"],
  "access.revoke": ["take {role} from {it}", "took {role} from {it}"],
  "alert.hook": ["choose the hook that {it} posts to", "chose the hook that {it} posts to"],
  "alert.reopen": ["open {it} again", "opened {it} again"],
  "alert.release": ["set {it} back to firing", "set {it} back to firing"],
  "app.instruct": ["give the app other rules", "gave the app other rules"],
  "approval.ask": ["request approval of {it}", "requested approval of {it}"],
  "approval.carry-out": ["create {it} after approval", "started to create {it} after approval"],
  "approval.deny": ["deny approval of {it}", "denied approval of {it}"],
  "approval.expire": ["let the request for {it} expire", "let the request for {it} expire"],
  "approval.off": ["turn approvals off", "turned approvals off"],
  "approval.set": ["change when approval is needed", "changed when approval is needed"],
  "approval.void": ["end the request for {it}", "ended the request for {it}"],
  "approval.withdraw": ["take back the request for {it}", "took back the request for {it}"],
  "audit.mirror": ["choose where the audit log is posted", "chose where the audit log is posted"],
  "audit-mirror.remove": ["stop posting the audit log", "stopped posting the audit log"],
  "audit-mirror.set": ["choose where the audit log is posted", "chose where the audit log is posted"],
  "change.create-again": ["create again what {it} asked for", "created again what {it} asked for"],
  "change.leave": ["keep what others changed", "kept what others changed"],
  "change.make": ["make {it} over others' changes", "made {it} over others' changes"],
  "costs.reread": ["read {it} again", "read {it} again"],
  "connection.default": ["choose {it} as the default", "chose {it} as the default"],
  "dead-letter.replay": ["retry {it}", "retried {it}"],
  "hook.broadcast": ["set the broadcasts of {it}", "set the broadcasts of {it}"],
  "hook.escalate": ["set the escalation of {it}", "set the escalation of {it}"],
  "hook.fallback": ["set the fallback channel of {it}", "set the fallback channel of {it}"],
  "hook.export": ["export the rules of {it}", "exported the rules of {it}"],
  "hook.handover": ["set where {it} hands alerts over", "set where {it} hands alerts over"],
  "hook.heartbeat": ["set the heartbeat of {it}", "set the heartbeat of {it}"],
  "hook.import": ["import the rules of {it}", "imported the rules of {it}"],
  "hook.maintenance": ["set the maintenance windows of {it}", "set the maintenance windows of {it}"],
  "hook.map": ["map the fields of {it}", "mapped the fields of {it}"],
  "hook.observe": ["choose the service to ask about {it}", "chose the service to ask about {it}"],
  "hook.replay": ["try the rules of {it} again", "tried the rules of {it} again"],
  "hook.rota": ["set the rota of {it}", "set the rota of {it}"],
  "hook.rules": ["change the rules of {it}", "changed the rules of {it}"],
  "hook.try": ["try the rules of {it}", "tried the rules of {it}"],
  "hook.unmute": ["unmute an alert of {it}", "unmuted an alert of {it}"],
  "model.answer": ["use the answer of {it}", "got an answer of {it}"],
  "service.decline": ["decline {it} for a workflow", "declined {it}, which a workflow requested"],
  "service.resolve": ["say if {it} was created", "said if {it} was created"],
  "workspace.apply": ["apply a file to {it}", "applied a file to {it}"],
  "workflow.approve": ["let {it} create without asking", "let {it} create without asking"],
  "workflow.withdraw": ["let {it} ask again", "let {it} ask again"],
  "unusual-day.expect": ["mark {it} as expected", "marked {it} as expected"],
};

/** Phrases for a refusal or failure, if the usual words would be wrong. */
const undone: Readonly<Record<string, string>> = {
  "app.instruct": "tried to talk the app out of its rules",
  "approval.carry-out": "didn't create {it}, although it was approved",
  "service.lose-sight": "requested {it}, and the answer was lost",
};

/** Past forms that do not just add "ed". */
const verbs: Readonly<Record<string, Phrase>> = {
  drop: ["discard", "discarded"],
  forget: ["forget", "forgot"],
  "lose-sight": ["lose track of", "lost track of"],
  request: ["request", "requested"],
  rotate: ["rotate the credentials of", "rotated the credentials of"],
  set: ["set", "set"],
  stop: ["stop", "stopped"],
  update: ["change", "changed"],
};

/** Actions that only read. They are recorded if they were refused, or if they show a secret. */
const readActions = /^(?:list|show|view|read|overview|details|after|more|mutes|storm-all|page-.*)$/;

/** The phrase for an action on a kind of thing. */
export function phraseOf(kind: string, verb: string): Phrase {
  const own = phrases[`${kind}.${verb}`];
  if (own) return own;
  const [base, past] = verbOf(verb);
  return [`${base} {it}`, `${past} {it}`];
}

/** The phrase for an action that wasn't done, if it has its own. */
export function undonePhrase(kind: string, verb: string): string | undefined {
  return undone[`${kind}.${verb}`];
}

function verbOf(verb: string): Phrase {
  if (readActions.test(verb)) return ["look at", "looked at"];
  const base = verb.replaceAll("-", " ");
  return verbs[verb] ?? [base, regularPast(base)];
}

/** "mute" as "muted", "deny" as "denied", "add" as "added". */
function regularPast(base: string): string {
  if (base.endsWith("e")) return `${base}d`;
  return base.replace(/([^aeiou])y$/, "$1i") + "ed";
}
