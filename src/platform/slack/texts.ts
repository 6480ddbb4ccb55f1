import { code } from "../blocks/escape.ts";

// An answer to a message that asks for a form or a window.

export const opensByButton = "This opens a window.";
export const open = "Open it";

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

// A modal while its content is fetched, and after.

export const opening = { title: "Opening…", text: "One moment…" };
export const working = { title: "Working on it…", text: "Working on it…" };
export const done = { title: "Done", text: "Done. You can close this window." };
export const notOpened = "Couldn't open";
export const closedTooEarly = "You closed the window before it was ready. Open it again.";
export const openedAlready = "This is open already.";
export const loading = { title: "Loading…", text: "One moment…" };
