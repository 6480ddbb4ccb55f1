import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

// What people read about hooks, in mrkdwn unless noted. Errors and texts of buttons are plain. Arguments are escaped,
// and `hook` is a hook's name in bold.

/** A command about hooks as people type it. */
export const typed = (words: string) => `/db alerts hooks ${words}`;

// Help

export const summary = "Bring alerts into channels, and route them.";
export const subcommandHint = "Try `/db alerts hooks create #alerts`.";
export const details = [
  "A hook is an address with a secret. A sender posts its alerts there, and I show them in a channel.",
  "• `create` shows the address and the secret, once. With `signed`, the sender signs as Standard Webhooks do.",
  "• `show` opens a window with all the rest, as buttons and forms: rules and another channel, escalation and who is on call, mutes, maintenance, heartbeats, a new secret, and the settings as YAML.",
  "• `pause` stops all posts, until you choose _Resume_.",
].join("\n");

// Finding a hook

export const noneYet = `You have no hooks yet. Create one: ${code(typed("create #alerts"))}.`;
export const noneYetPlain = "You have no hooks yet. Create one: `/db alerts hooks create #alerts`.";
export const whichHook = "Which hook? Type its name. `/db alerts hooks` lists them.";
export const notFound = (name: string) => `I can't find a hook ${name}.`;
export const hookGone = (names: string) => `That hook was deleted. You have ${names}.`;
export const deletedMeanwhile = (name: string) => `The hook “${name}” was just deleted, so nothing changed.`;
export const tooMuch = (words: string, example: string) =>
  `I don't understand “${words}”. Type \`${example}\`.`;

// List

export const listTitle = (count: number) => `*${plural(count, "hook")}* for alerts`;
export const listHint = `${code(typed("create #channel"))} creates another one.`;
export const listLine = (hook: string, where: string) => `${hook}, ${where}.`;
export const refuses = (isOwn: boolean) =>
  `:warning: I can't post in ${isOwn ? "its channel" : "one of its other channels"}.`;
export const paused = ":double_vertical_bar: Paused.";
export const nothingDelivered = "Nothing delivered yet.";
export const oldSecretWorks = "An old secret still works.";
export const open = "Open";
export const allRules = "All rules";
export const createButton = "Create a hook";

// Create

export const nameTooLong = (most: number) => `A hook's name has at most ${most} characters.`;
export const nameHasSpaces = (name: string) => `A hook's name is one word, such as “${name}”.`;
export const nameHasSigns = (name: string) =>
  `“${name}” can't be a hook's name. Use letters, digits, dots, dashes and underscores.`;
export const createExample = "For example: `/db alerts hooks create #alerts checkout`.";
export const created = (hook: string, where: string) =>
  `The hook ${hook} is ready. Alerts posted to its address show ${where}, one message for each alert.`;
export const secretOnce = (name: string) =>
  `I show the secret only this once. If you lose it: ${code(typed(`rotate ${name}`))}. When the first delivery arrives, I'll tell you how I read it.`;
export const askCreate = (where: string) =>
  `A hook is an address with a secret, for a sender of alerts. Create one that shows its alerts ${where}?`;
export const askCreateHint = `For another channel or a name of its own: ${code(typed("create #alerts checkout"))}.`;
export const createIt = "Create the hook";
export const tooMany = (most: number) =>
  `A workspace has at most ${most} hooks. Delete one first: \`/db alerts hooks\` lists them.`;
export const nameTaken = (name: string) => `You already have a hook “${name}”. Choose another name.`;

// How to send

export const addressStep = "*Address*, for a `POST`:";
export const bodyStep =
  "*Body template*, for the observability system's own webhook. Keep the space before the last brace. I read bodies of Alertmanager, Grafana and incident tools as they are.";
export const headerStep = "*Header*:";
export const pathStep =
  "If the sender can't set headers, use the *address with the secret in it*. Anyone who sees it can post, so the header is better:";
export const signingStep =
  "*Signing secret*. The sender signs as Standard Webhooks do, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`:";
export const localOnly =
  ":warning: Only the machine that I run on can post to this address. For other senders, the operator has to set `PUBLIC_URL`.";

// Secrets

export const twoSecrets = (name: string) =>
  `“${name}” already has two secrets. \`${typed(`rotate ${name} done`)}\` drops the older one. If you lost the newer one, \`${typed(`rotate ${name} again`)}\` replaces it.`;
export const rotateUsage = (name: string) =>
  `After \`rotate ${name}\`, type nothing, \`done\` to drop the old secret, or \`again\` if you lost the new one.`;
export const newSecret = (hook: string) =>
  `${hook} has a new secret. The old one works too, until you drop it.`;
export const newSecretHint = (name: string) =>
  `I show the secret only this once. When the sender uses it, drop the old one: ${code(typed(`rotate ${name} done`))}.`;
export const dropSecret = "Drop the old secret";
export const dropQuestion = (name: string) => ({
  title: "Drop the old secret?",
  text: `I'll refuse senders that still use the old secret of “${name}”. Do all of them have the new one?`,
  yes: "Drop it",
  no: "Keep both",
});
export const oneSecret = (name: string) =>
  `“${name}” has only one secret, so there's no old one to drop. \`${typed(`rotate ${name}`)}\` makes a new one.`;
export const secretDropped = (hook: string, made: string) =>
  `Dropped the old secret of ${hook}.${made === "" ? "" : ` Only the one made ${made} works now.`}`;
export const newSecretButton = "New secret";

// Pause and delete

export const isPaused = (hook: string, since: string) =>
  `${hook} is paused since ${since}. I still answer its senders, but I don't post what they send, not even later. That includes resolves.`;
export const resumed = (hook: string, where: string, since: string) =>
  `${hook} is running again. New alerts show ${where}. It was paused since ${since}.`;
export const notPaused = (hook: string, where: string) => `${hook} isn't paused. Its alerts show ${where}.`;
export const pauseButton = "Pause";
export const resumeButton = "Resume";
export const askDelete = (hook: string, command: string, effects: string) =>
  `Delete ${hook}? Choose the button, or type ${code(command)}.\n${effects}`;
export const alreadyDeleted = (name: string) => `The hook “${name}” is already deleted.`;
export const deleted = (hook: string, where: string) =>
  `Deleted ${hook}. Its address no longer works. Its messages ${where} stay as they are.`;
export const deleteQuestion = (name: string, effects: string) => ({
  title: "Delete this hook?",
  text: `“${name}”: ${effects}`,
  yes: "Delete",
  no: "Keep it",
});
export const deleteButton = "Delete";
/** Plain text that is also valid mrkdwn. */
export const deleteEffects = (openAlerts: number, lost: string) =>
  [
    "I'll refuse what senders post to it.",
    openAlerts === 0
      ? "It has no open alerts."
      : `${plural(openAlerts, "open alert stays", "open alerts stay")} in the channel, without updates.`,
    ...(lost === "" ? [] : [`You also lose ${lost}.`]),
    "You can't undo this.",
  ].join(" ");
export const itsMapping = "its mapping";

// Mutes

export const noMutes = (hook: string) =>
  `No alert of ${hook} is muted. To mute one, choose “Mute this alert…” in the menu of its message.`;
export const mutesTitle = (count: number, hook: string) =>
  `*${plural(count, "muted alert")}* of ${hook}. I don't post ${count === 1 ? "it" : "them"}.`;
export const muteLine = (number: number, title: string, isRule: boolean, person: string, when: string) =>
  `${number}. ${isRule ? `All alerts of the rule *${title}*` : title}, by ${person} ${when}`;
export const unmuteButton = "Unmute";
export const unmuteHint = (name: string) => `Or type ${code(typed(`unmute ${name} <number>`))}.`;
export const unmuted = (title: string, hook: string) =>
  `Unmuted “${title}” of ${hook}. I'll post it from its next delivery on.`;
export const unmutedAlready = (name: string) =>
  `That alert is no longer muted. \`${typed(`mutes ${name}`)}\` lists the muted ones.`;
export const unmuteWhich = (name: string) =>
  `Which alert? Type its number from \`${typed(`mutes ${name}`)}\`, as in \`${typed(`unmute ${name} 1`)}\`.`;
export const unmuteUnknown = (word: string, name: string) =>
  `I can't find a muted alert “${word}”. \`${typed(`mutes ${name}`)}\` lists them.`;

// Escalation, broadcasts, fallback

export const escalationSet = (hook: string, group: string, time: string) =>
  `If an alert of ${hook} isn't acknowledged for ${time}, I'll mention ${group} in its thread, once. This applies to new alerts.`;
export const escalationOff = (hook: string) => `Unacknowledged alerts of ${hook} don't mention anyone.`;
export const escalateExample = (name: string) =>
  `For example: \`${typed(`escalate ${name} @oncall after 15`)}\`.`;
export const oneGroup = "Name only one user group.";
export const whichGroup =
  "Which user group? Choose it from the list that Slack shows while you type its @name. A person's name doesn't work here.";
export const notATime = (time: string, most: string) => `“${time}” isn't a time from 1 to ${most} minutes.`;
export const broadcastUsage = (name: string) =>
  `Type \`on\` or \`off\`, as in \`${typed(`broadcast ${name} on`)}\`.`;
export const broadcastOn = (hook: string) =>
  `When an alert of ${hook} gets worse, I'll tell the channel too.`;
export const broadcastOff = (hook: string) =>
  `When an alert of ${hook} gets worse, I'll only say so in its thread.`;
export const fallbackSet = (hook: string, own: string, where: string, owner: string) =>
  `If I can't post in ${own} (archived, deleted, or I'm not in it), alerts of ${hook} go on ${where}, and I'll tell ${owner}.`;
export const fallbackOff = (hook: string, own: string, owner: string) =>
  `${hook} has no fallback channel. If I can't post in ${own}, I'll tell ${owner} and keep the alerts: \`/db alerts undelivered\` lists them.`;
export const whichFallback = `Which channel takes over? Type one, or \`off\`. For example: \`${typed("fallback checkout #databases")}\`.`;
export const ownChannel = "That's the hook's own channel. Choose another one.";

// The server of its alerts

export const observing = (hook: string, source: string, api: string) =>
  `The alerts of ${hook} come from ${source}. While one is open, I'll ask ${api} about it, and resolve it here if it's over.`;
export const notObserving = (hook: string) =>
  `I won't ask an API about the alerts of ${hook}. They're over when their sender or a person says so.`;
export const serverBehind = (connection: string) =>
  `the observability server of the connection ${connection}`;
export const itsApi = "its API";
export const apiOf = (connection: string) => `the API of its connection ${connection}`;
export const observeExample = (name: string, connection: string) =>
  `For example: \`${typed(`observe ${name} ${connection} orders prod`)}\`.`;
export const observeWhat = "Type a service, or `off`.";
export const observeService = "Type the service too, because each one has its own alerts.";
export const otherConnection = (service: string, typedOne: string, connection: string, example: string) =>
  `“${service}” belongs to the connection “${connection}”, not “${typedOne}”. Type \`${example}\`.`;

// Notices to the owner of a hook

export const slackRefuses = (name: string, where: string, reason: string) =>
  `Slack refuses an alert of your hook “${name}” ${where}: ${reason}\nI'll try a few more times. If that doesn't help, ${code("/db alerts undelivered")} has it.`;
export const cannotPost = (name: string, where: string, reason: string) =>
  `I can no longer post alerts of your hook “${name}” ${where}: ${reason}`;
export const fallbackTakesOver = (channel: string) =>
  `They go to ${channel} for now. Invite me back or change the hook's channel, and they go there again.`;
export const keptUndelivered = (name: string) =>
  `None is lost. Invite me back, then choose “Try again” in ${code("/db alerts undelivered")}. To set another channel for next time: ${code(typed(`fallback ${name} #channel`))}.`;
