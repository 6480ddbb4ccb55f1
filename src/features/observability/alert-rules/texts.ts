import { code, escapeName, exactCode, formatChannel, link } from "../../../platform/blocks/escape.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { plural } from "../../../lib/text.ts";

export const labels = {
  create: "Create alert rule",
  show: "Show",
  showRule: "Show rule",
  another: "Show another…",
  console: "Open in console",
  edit: "Edit",
  duplicate: "Duplicate",
  test: "Send a test",
  dashboard: "Show dashboard",
  remove: "Delete",
  resumeHook: "Resume hook",
  chooseHook: "Choose its hook…",
};

// The list of a service's alert rules.

/** As in "12 alert rules in orders prod, worst first; showing 1 to 10." `shown` is the part after the semicolon. */
export function listHeadline(count: number, target: string, shown: string): string {
  return `*${plural(count, "alert rule")}* in *${escapeName(target)}*, worst first${shown}.`;
}

export const listNote = "Live from the server. `/db alerts` lists open alerts.";

/** The answer if there are none. */
export function noRules(target: string): string {
  return `*${escapeName(target)}* has no alert rules yet. A rule watches a dashboard tile and notifies one of your hooks.`;
}

/** The answer if none is readable. `unread` is a sentence of mrkdwn. */
export function noReadableRules(target: string, unread: string): string {
  return `I can't show any alert rule in *${escapeName(target)}*. ${unread}`;
}

/** Introduces the rules that were created here, for a server that does not list rules. */
export function createdHere(count: number, most: number): string {
  const latest = count > most ? `, the latest ${most} below` : "";
  return `${plural(count, "alert rule")} ${count === 1 ? "was" : "were"} created here${latest}:`;
}

/** One of these rules. */
export function createdHereLine(name: string, userId: string, at: Date): string {
  return `*${escapeName(name, 100)}*, created by <@${userId}> ${slackDate(at)}`;
}

/** When a rule fires and whom it notifies; both are mrkdwn. */
export function firesAndNotifies(rule: string, notifies: string): string {
  return `Fires ${rule}. Notifies ${notifies}.`;
}

// One alert rule.

export const facts = {
  target: "In",
  notifies: "Notifies",
  created: "Created",
  updated: "Updated",
  createdHere: "Created here by",
  dashboard: "Dashboard",
  tile: "Tile",
  id: "Id",
  message: "Message",
};

export const noAlerts = "No alerts from this rule in the last 30 days.";

export const latestAlerts = "*Latest alerts*";

/** One of the latest alerts. The headline is mrkdwn. */
export function latestAlert(headline: string, times: string, channel: string, messageUrl?: string): string {
  const message = messageUrl === undefined ? "" : `, ${link(messageUrl, "message")}`;
  return `${headline}, ${times}, ${channel}${message}`;
}

// Tests, and the hook that a rule's webhook posts to. Names are escaped mrkdwn.

/** The answer if the hook is paused. */
export function hookIsPaused(hook: string): string {
  return `The hook ${hook} is paused, so a test wouldn't reach anyone.`;
}

/** The title of a test. */
export function testTitle(name: string): string {
  return `Test: “${name}” reaches this channel`;
}

/** The answer to a test that is on its way; `channel` is absent if a rule of the hook mutes it. */
export function testSent(rule: string, hook: string, channel: string | undefined): string {
  const where =
    channel === undefined
      ? "A rule of this hook mutes it, so it won't appear."
      : `It will appear ${channel} in a moment.`;
  return `Sent a test of ${rule} through the hook ${hook}. ${where} This tests the path from me to the channel. To test the path from the server to me, send a test from its console.`;
}

/** The answer if no hook is known to get a rule's alerts. */
export function unknownHook(rule: string, notifies: string, canChoose: boolean): string {
  const advice = canChoose
    ? "If you know which hook gets them, choose it below."
    : `To get its alerts here, create a hook with ${code("/db alerts hooks create")}, let a webhook of the server post to it, and choose that webhook for the rule.`;
  return `No test sent: ${rule} notifies ${notifies}, and I don't know if that reaches one of your hooks. ${advice} Or send a test from the server's console.`;
}

/** No hook has that name. */
export function noHook(typed: string): string {
  return `I can't find a hook called “${typed}”. \`/db alerts hooks list\` shows them all.`;
}

/** A rule that notifies several, or something else than a webhook. */
export function notOneWebhook(name: string): string {
  return `“${name}” doesn't notify exactly one webhook, so I can't link it to a hook.`;
}

/** The webhook is linked to a hook now. */
export function linked(webhookId: string, hook: string, channelId: string): string {
  return `*Linked:* the webhook ${code(webhookId.slice(0, 64))} posts to the hook *${escapeName(hook)}*, which shows alerts ${formatChannel({ channelId })}.`;
}

/** The message to a rule's maker when it fires for the first time. */
export function firstFired(name: string, title: string, channel: string, messageUrl?: string): string {
  const shown =
    messageUrl === undefined
      ? `It will appear ${channel}.`
      : `See ${link(messageUrl, "its message")} ${channel}.`;
  return `Your alert rule *${escapeName(name)}* fired for the first time: “${title}”. ${shown}`;
}

// The forms.

export const formTitles = {
  create: "Create alert rule",
  edit: "Edit alert rule",
  remove: "Delete alert rule",
};

export const stepTitles = {
  rule: "When it fires",
  notify: "Who it notifies",
  edit: "Alert rule",
  remove: "Delete",
};

/** The text above the fields until the server has answered. */
export function reading(target: string): string {
  return `Reading *${escapeName(target)}*…`;
}

export const previewLater = "A preview appears here when the rule is complete.";

/** Whom the rule notifies, in the preview. */
export function previewNotifies(notifies: string, isFixed = false): string {
  return ` Notifies ${notifies}${isFixed ? "; change that in the server's console" : ""}.`;
}

export const notListed = "I couldn't list the alert rules, so webhooks and saved searches may be missing.";

export const someUnread = "Webhooks and saved searches may be missing.";

export const tileGone = "The tile is gone. Choose another one.";

export const tileUnreadable =
  "I can't read the tile: the server sends it in a format I don't know. Choose another one.";

export const cutMessage =
  "The message is longer than this form can hold, so you only see its beginning. If you don't change it, all of it stays. If you do, the rest is lost.";

/** The text above the field of the form that deletes a rule. */
export function deletes(name: string, target: string): string {
  return `Deletes the alert rule ${exactCode(name)} of *${escapeName(target)}* for everyone. It no longer notifies anyone. Its alerts in Slack stay.`;
}

export const problems = {
  wait: "Still reading. Wait a moment.",
  readingAgain: "I couldn't read everything. I'm trying again.",
  interval: "Enter a number and a unit, such as 10m, 2h or 3d.",
  name: "Enter a name.",
  search: "Enter the id of a saved search, or its link.",
  dashboard: "Choose a dashboard.",
  tile: "Choose a tile.",
  threshold: "Enter a number, such as 5 or 0.5.",
  thresholdMax: "Enter a number above the threshold.",
  webhook: "Choose a webhook.",
  webhookId: "Enter the webhook's id.",
  badWebhookId: "That isn't a webhook id. The server's console shows it, such as 65f2c0a1b3d4e5f60718293a.",
  unchanged: "Change something first, or choose Cancel.",
};

/** The typed name is another one. */
export function typeName(name: string): string {
  return `Type the name exactly: ${name}`;
}

// What a copy of a rule will not have.

export const notCopied = {
  search: "The original watches a saved search. Here a rule can only watch a tile: choose one.",
  range: "The original has two thresholds. Here a rule can only have one: choose when it fires.",
  message: "The original's message is longer than this form can hold. The copy only gets its beginning.",
};

/** Fields that this form does not know; they are mrkdwn. */
export function fieldsNotCopied(fields: string): string {
  return `Not copied: ${fields}.`;
}

export const otherReceivers = "who else it notifies";

// How to make a webhook that posts to a hook.

/** Where the hook's alerts appear, and what to add in the server's console. */
export function webhookSteps(hook: string, channelId: string): string {
  return `*${escapeName(hook)}* shows alerts ${formatChannel({ channelId })}. In the server's console, add a generic webhook with this address and the header ${code("Authorization: Bearer <the hook's secret>")}:`;
}

export const webhookBody = "Use this body, with the space before the last brace:";

/** Where the secret comes from, and what to do next. */
export function webhookSecret(hook: string): string {
  return `You saw the secret when the hook was created. ${code(`/db alerts hooks rotate ${hook}`)} makes a new one. Then enter the webhook's id below.`;
}

export const chooseHookFirst =
  "Webhooks are made in the server's console, because its API can't. Choose the hook it should post to, and the steps appear here.";

/** How to make a hook; the channel is that of the command. */
export function newHook(channelId: string | undefined): string {
  const where = channelId === undefined ? "" : ` for <#${channelId}>`;
  return `“New hook” makes one${where} and shows its address and secret. Then close that window and choose “Refresh” here.`;
}

export const hookButtons = { create: "New hook", refresh: "Refresh", console: "Open console" };
