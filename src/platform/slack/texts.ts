import type { ErrorKind } from "../../lib/errors.ts";
import { formatList } from "../../lib/text.ts";
import { slackDate } from "../blocks/date.ts";
import { code, escapeMrkdwn } from "../blocks/escape.ts";

// An answer to a message that asks for a form or a window.

export const opensByButton = "This opens a window.";
export const open = "Open it";

/** Takes the place of the progress that a person stopped. */
export const stopped = "Stopped.";

/** An answer to a question that changes something, if another person may have written it. The line is mrkdwn. */
export function changeByButton(line: string): string {
  return `This is a change: ${line}. Nothing has happened yet.`;
}

export const doIt = "Do it";

// How Slack shows the app as an agent, and in a message's menu. Plain text in the manifest.

/** At most 300 characters. */
export const agentDescription =
  "Ask about your databases: their costs, backups, alerts and settings. I answer with what your cloud says, and show you only what you may see.";

/** Slack shows these in direct messages with the app. At most four. */
export const suggestedPrompts = [
  { title: "Costs last week", message: "What were our costs last week?" },
  { title: "Backups", message: "How are our backups?" },
  { title: "Open alerts", message: "Which alerts are open?" },
  { title: "What can you do?", message: "help" },
];

/** The name has at most 24 characters, and the description 150. */
export const askShortcut = {
  name: "Ask Quartermaster",
  description: "Asks Quartermaster about this message. Only you see the answer.",
};

/** The modal of "Ask Quartermaster". */
export const askModal = {
  title: "Ask Quartermaster",
  submit: "Ask",
  close: "Cancel",
  label: "Your question",
  placeholder: "How much did we spend last week?",
  hint: {
    thread: "The answer comes in this thread. Only you see it.",
    channel: "The answer comes in this channel. Only you see it.",
    direct: "The answer comes here.",
  },
};

/** The title of an answer to a button that is not a command's. */
export const appName = "Quartermaster";

// App Home. Headers are plain text, the rest is mrkdwn.

export const setup = "Set up Quartermaster";
export const unfinished = "Unfinished";

export const noRole = `You can't use Quartermaster here yet. Ask an admin for access: ${code("/db admin access grant @you viewer")}.`;

export function stepsDone(done: number, all: number): string {
  return `${done} of ${all} steps done.`;
}

export function doneStep(number: number, title: string): string {
  return `:white_check_mark: ${number}. ${title} (done)`;
}

export function openStep(number: number, title: string, how: string, isNext: boolean): string {
  return `*${number}. ${title}* (${isNext ? "next" : "to do"})\n${how}`;
}

// An answer that comes too late for the place where it was asked.

/** Slack makes the channel a link. */
export function askedIn(channelId: string): string {
  return `You asked in <#${channelId}>.`;
}

// Failures at Slack. Plain text that ends without a stop where a code in brackets follows.

export const failures = {
  auth: "Slack refused the app's token, or the app needs another scope. Ask an admin to install the app again",
  conflict: "This took too long, so Slack couldn't open the window. Try again",
  limited: "Slack takes no more messages right now. Try again in a minute",
  upstream: "Slack has a problem. Try again in a minute",
};

/** By Slack's word for them. */
export const refusals = {
  cannot_unfurl_url: "Slack shows no card for this domain. Add it to the app's unfurl_domains",
  channel_not_found: "I can't find the channel, or it's private and I'm not in it",
  is_archived: "The channel is archived",
  not_in_channel: "I'm not in the channel",
};

export const refused = "Slack refused this";
/** A scope that no one granted. Scopes are letters and colons. */
export const lacksScope = (scopes: readonly string[]) =>
  `This is off, because the app lacks ${formatList(
    scopes.map((scope) => `\`${scope}\``),
    "or",
  )} in Slack. \`/db admin doctor\` says how an admin allows it.`;
export const unclear = "I can't read Slack's answer. Try again in a minute.";
export const noAnswer = "Slack didn't answer. Try again in a minute.";
export const unexpected = "A call to Slack failed unexpectedly.";
export const noTime = "Slack's answer has no time.";
export const unreachable = "I can't reach Slack right now.";
export const noFile = "Slack didn't take the file. Try again in a minute.";

export function wait(seconds: number): string {
  return `Slack asks me to wait. Try again in ${seconds} s.`;
}

/** An apology for a bug, with the id that is in the log. */
export function bug(incidentId: string): string {
  return `Sorry, something went wrong on our side. Give your admin this incident id: ${incidentId}.`;
}

/** Plain text, for operators. */
export function noSocket(why: string): string {
  return `Socket Mode has no connection to Slack, so commands and clicks don't arrive. ${why} I try again.`;
}

export const socketOpens = "It is being opened.";
export const restart = "Restart this process.";
export const noHello = "Slack didn't greet the new connection.";
export const whereAppTokensAre =
  "Copy an app-level token with the scope connections:write from Basic Information > App-Level Tokens of the Slack app to SLACK_APP_TOKEN.";

/** What a workflow says if its step couldn't begin. */
export function stepFailed(why: string): string {
  return `${why} Check /db services before you run this again.`;
}

/** The title of a view over a form that failed to submit. */
export const notSubmitted = "That didn't work";

// Refusals of HTTP requests. Plain text.

export const requests = {
  notPost: "Only POST works here.",
  tooLarge: "The request is too large.",
  busy: "Too many requests right now. Try again in a second.",
  unreadable: "The request is neither a form nor a JSON object.",
  notSigned: "The request isn't signed by Slack.",
};

// A modal while its content is fetched, and after.

export const opening = { title: "Opening…", text: "One moment…" };
export const working = { title: "Working on it…", text: "Working on it…" };
export const done = { title: "Done", text: "Done. You can close this window." };
export const notOpened = "Couldn't open";
export const closedTooEarly = "You closed the window before it was ready. Open it again.";
export const openedAlready = "This is open already.";
export const loading = { title: "Loading…", text: "One moment…" };

// The panes of Work Objects. Plain text.

export const objects = {
  titles: {
    forbidden: "You can't see this",
    missing: "Not here",
    upstream: "Can't read it right now",
    limited: "Too many requests",
    other: "Something went wrong",
  } as Partial<Record<ErrorKind, string>> & { other: string },
  gone: "This workspace doesn't know it. It may have been removed, or belong to another workspace.",
  late: "Reading it takes longer than Slack waits. Refresh in a moment.",
  bug: "Something went wrong on our side. Refresh in a moment.",
};

// In App Home: what no one could be told in a message.

export const untoldHeader = "No one could be told";

/** The subject is mrkdwn, and what it is about is plain text. */
export function untold(subject: string, { since, what }: { since: string; what: string }): string {
  return `:warning: ${subject}: ${escapeMrkdwn(what)} That is so since ${slackDate(new Date(since))}, and I try again.`;
}
export function moreUntold(count: number): string {
  return `And ${count} more.`;
}

/** A button, by the name of its action in the audit log. Plain text. */
export function theButton(action: string): string {
  return `the button ${action.replaceAll(/[.-]/g, " ")}`;
}
