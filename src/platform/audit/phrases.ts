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
  "alert.duplicate": ["the alert rule %", "an alert rule"],
  "alert.edit": ["the alert rule %", "an alert rule"],
  "alert.hook": ["the alert rule %", "an alert rule"],
  "alert.test": ["the alert rule %", "an alert rule"],
  admin: ["the admin window", "the admin window"],
  app: ["the app in %", "the app"],
  approval: ["the service %", "a service"],
  "approval.approve": ["the request for %", "a request for approval"],
  "approval.deny": ["the request for %", "a request for approval"],
  "approval.list": ["the request for %", "the requests for approval"],
  audit: ["%", "the audit log"],
  backup: ["the backups of %", "backups"],
  "backup.restore": ["a backup of %", "a backup"],
  "backup.watch": ["the watch over the backups of %", "a watch over backups"],
  "backup-watch": ["the watch over the backups of %", "a watch over backups"],
  concerns: ["the message on Mondays of %", "the message on Mondays"],
  noise: ["the rule %", "a rule"],
  "noise.remove": ["the weekly noise report of %", "a weekly noise report"],
  "noise.set": ["the weekly noise report of %", "a weekly noise report"],
  budget: ["the budget of %", "a budget"],
  costs: ["the costs of %", "costs"],
  "dead-letter": ["the undelivered alert %", "an undelivered alert"],
  expiry: ["the end of %", "the end of a service"],
  "expiry.keep": ["the service %", "a service"],
  "expiry.keep-day": ["the service %", "a service"],
  "expiry.keep-week": ["the service %", "a service"],
  file: ["the file %", "a file"],
  hours: ["the hours of %", "the hours of a service"],
  report: ["the cost report of %", "a cost report"],
  "hard-limit": ["the hard limits", "the hard limits"],
  hook: ["the hook %", "a hook"],
  offer: ["the proposal %", "the proposal of a program"],
  "owner-round": ["the check of who has left", "the check of who has left"],
  owner: ["the owner of %", "the owner of a service"],
  "owner.handover": ["the services of %", "someone's services"],
  storm: ["the storm of %", "a storm of alerts"],
  tool: ["the tool %", "a tool"],
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
  people: "person",
  presets: "preset",
  services: "service",
  tokens: "token",
};

/** Actions of buttons with an action_id that does not name the action. */
const interactions: Readonly<Record<string, AuditAction>> = {
  "apply-workspace-file": "file.apply",
  "approval-take-back": "approval.withdraw",
  "page-workspace-file": "file.show",
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

/** The action of a command and its subcommand. Without one, it is named as it is typed, as in "costs schedule". */
export function actionOfCommand(name: string, verb: string | undefined, typed = name): AuditAction {
  if (verb === undefined) return `command.${typed}`;
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
  "alert.acknowledge-line": ["acknowledge {it} in the list", "acknowledged {it} in the list"],
  "alert.acknowledge-rule": [
    "acknowledge all alerts of the rule of {it}",
    "acknowledged all alerts of the rule of {it}",
  ],
  "alert.hook": ["choose the hook that {it} posts to", "chose the hook that {it} posts to"],
  "alert.open-line": ["look at a line of open alerts", "looked at a line of open alerts"],
  "alert.release": ["set {it} back to firing", "set {it} back to firing"],
  "alert.reopen": ["open {it} again", "opened {it} again"],
  "alert.rule": ["look at the rule of {it}", "looked at the rule of {it}"],
  "alert.snooze-line": ["open the snooze form of {it}", "opened the snooze form of {it}"],
  "app.instruct": ["talk the app out of its rules", "tried to talk the app out of its rules"],
  "approval.approve": ["approve {it}", "approved {it}"],
  "approval.ask": ["request approval of {it}", "requested approval of {it}"],
  "approval.carry-out": ["create {it} after approval", "started to create {it} after approval"],
  "approval.deny": ["deny {it}", "denied {it}"],
  "approval.expire": ["let the request for {it} expire", "let the request for {it} expire"],
  "approval.off": ["turn approvals off", "turned approvals off"],
  "approval.set": ["change when approval is needed", "changed when approval is needed"],
  "approval.void": ["end the request for {it}", "ended the request for {it}"],
  "approval.withdraw": ["take back the request for {it}", "took back the request for {it}"],
  "approval.workflow": ["change which workflows may create", "changed which workflows may create"],
  "ask.not-this": ["say what they meant", "said what they meant"],
  "audit-mirror.remove": ["stop posting the audit log", "stopped posting the audit log"],
  "audit-mirror.set": ["choose where the audit log is posted", "chose where the audit log is posted"],
  "audit.mirror": ["choose where the audit log is posted", "chose where the audit log is posted"],
  "backup.watch": ["change {it}", "changed {it}"],
  "change.create-again": ["create {it} again", "created {it} again"],
  "change.leave": ["keep what others changed", "kept what others changed"],
  "change.make": ["make {it} over others' changes", "made {it} over others' changes"],
  "connection.default": ["choose {it} as the default", "chose {it} as the default"],
  "connection.price": ["set the price of a credit of {it}", "set the price of a credit of {it}"],
  "connection.rotate": ["change the key of {it}", "changed the key of {it}"],
  "costs.reread": ["read {it} again", "read {it} again"],
  "dashboard.add-tile": ["add a tile to {it}", "added a tile to {it}"],
  "dashboard.change-tile": ["change a tile of {it}", "changed a tile of {it}"],
  "dashboard.remove-tile": ["remove a tile from {it}", "removed a tile from {it}"],
  "dead-letter.replay": ["retry {it}", "retried {it}"],
  "expiry.keep": ["keep {it} for good", "kept {it} for good"],
  "expiry.keep-day": ["keep {it} for another day", "kept {it} for another day"],
  "expiry.keep-week": ["keep {it} for another week", "kept {it} for another week"],
  "hook.broadcast": ["set the broadcasts of {it}", "set the broadcasts of {it}"],
  "hook.escalate": ["set the escalation of {it}", "set the escalation of {it}"],
  "hook.export": ["export the rules of {it}", "exported the rules of {it}"],
  "hook.fallback": ["set the fallback channel of {it}", "set the fallback channel of {it}"],
  "hook.handover": ["set where {it} hands alerts over", "set where {it} hands alerts over"],
  "hook.heartbeat": ["set the heartbeat of {it}", "set the heartbeat of {it}"],
  "hook.import": ["import the rules of {it}", "imported the rules of {it}"],
  "hook.maintenance": ["set the maintenance windows of {it}", "set the maintenance windows of {it}"],
  "hook.map": ["map the fields of {it}", "mapped the fields of {it}"],
  "hook.observe": ["choose the service to ask about {it}", "chose the service to ask about {it}"],
  "hook.replay": ["try the rules of {it} again", "tried the rules of {it} again"],
  "hook.rota": ["set the rota of {it}", "set the rota of {it}"],
  "hook.rotate": ["rotate the secret of {it}", "rotated the secret of {it}"],
  "hook.rules": ["change the rules of {it}", "changed the rules of {it}"],
  "hook.set": ["open a form for {it}", "opened a form for {it}"],
  "hook.try": ["try the rules of {it}", "tried the rules of {it}"],
  "hook.unmute": ["unmute an alert of {it}", "unmuted an alert of {it}"],
  "model.answer": ["use the answer of {it}", "used the answer of {it}"],
  "noise.mute-now": ["mute {it}", "muted {it}"],
  "noise.raise": ["change the limit of {it}", "changed the limit of {it}"],
  "offer.create": ["create what {it} asks for", "created what {it} asks for"],
  "offer.propose": ["make {it}", "made {it}"],
  "owner.handover": ["hand over {it}", "handed over {it}"],
  "report.set": ["schedule {it}", "scheduled {it}"],
  "service.decline": ["decline {it} for a workflow", "declined {it}, which a workflow requested"],
  "service.forget": ["take {it} off the list", "took {it} off the list"],
  "service.from-backup": ["restore a backup of {it}", "restored a backup of {it}"],
  "service.ignore": ["leave {it} out of the list", "left {it} out of the list"],
  "service.lose-sight": ["lose track of {it}", "lost track of {it}"],
  "service.owner": ["set the owner of {it}", "set the owner of {it}"],
  "service.resolve": ["say whether {it} was created", "said whether {it} was created"],
  "service.teams": ["set the teams of services", "set the teams of services"],
  "storm.mute-rule": ["mute a rule of {it}", "muted a rule of {it}"],
  "tool.call": ["use {it}", "used {it}"],
  "unusual-day.expect": ["mark {it} as expected", "marked {it} as expected"],
  "workflow.approve": ["let {it} create without asking", "let {it} create without asking"],
  "workflow.withdraw": ["let {it} ask again", "let {it} ask again"],
  "workspace.apply": ["apply a file to {it}", "applied a file to {it}"],
};

/** Phrases for a refusal or failure, if the usual words would be wrong. */
const undone: Readonly<Record<string, string>> = {
  "app.instruct": "tried to talk the app out of its rules",
  "approval.carry-out": "didn't create {it}, although it was approved",
  "service.lose-sight": "requested {it}, and the answer was lost",
};

/** Verbs with a regular past. Any other needs a phrase, or "heartbeat" would become "heartbeated". */
const regular = new Set(
  "acknowledge add apply ask approve change copy create decide decline delete deny duplicate edit erase export import install mute open pause propose reinstall remove rename request resolve restore resume revoke save snooze start test unmute withdraw".split(
    " ",
  ),
);

/** Verbs with a past or a word of their own. */
const verbs: Readonly<Record<string, Phrase>> = {
  drop: ["discard", "discarded"],
  set: ["set", "set"],
  stop: ["stop", "stopped"],
  update: ["change", "changed"],
};

/** Actions that only read. They are recorded if they were refused, or if they show a secret. */
const readActions = /^(?:list|show|view|read|overview|details|find|more|mutes|terraform|storm-all|page-.*)$/;

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
  const own = verbs[verb];
  if (own) return own;
  // An entry of another version may have any verb.
  return regular.has(verb) ? [verb, regularPast(verb)] : [`use “${verb}” on`, `used “${verb}” on`];
}

/** "mute" as "muted", "deny" as "denied", "add" as "added". */
function regularPast(base: string): string {
  if (base.endsWith("e")) return `${base}d`;
  return base.replace(/([^aeiou])y$/, "$1i") + "ed";
}
