import { code } from "../../../platform/blocks/escape.ts";
import type { ChangeVerb } from "./change.ts";

// Names, ids and reasons are escaped by the caller where a text is mrkdwn.

/** Our process ended while a request was sent. Plain text. */
export const restarted = "Quartermaster restarted while it was sent.";

/** It cannot be deleted. Plain text. */
export function notStopped(state: string | undefined): string {
  return state === "stopping"
    ? "It didn't stop within 15 minutes."
    : `It's ${state ?? "in a state that I don't know"}, so it can't be deleted. Someone may have started it.`;
}

export const titles: Readonly<Record<ChangeVerb, string>> = {
  change: "Changing",
  stop: "Stopping",
  start: "Starting",
  delete: "Deleting",
};

/** While it is made. */
export function doing(verb: ChangeVerb, name: string): string {
  return `:hourglass_flowing_sand: ${titles[verb]} *${name}*…`;
}

export const mayClose = "You can close this. I'll tell you how it went.";
export const waiting = "The cloud can't take it right now. I try again for two minutes.";

const done: Readonly<Record<ChangeVerb, (name: string) => string>> = {
  change: (name) => `Changed *${name}*`,
  stop: (name) => `*${name}* is stopping`,
  start: (name) => `*${name}* is starting`,
  delete: (name) => `Deleted *${name}*`,
};

const undone: Readonly<Record<ChangeVerb, string>> = {
  change: "change",
  stop: "stop",
  start: "start",
  delete: "delete",
};

const soAlready: Readonly<Record<ChangeVerb, (name: string) => string>> = {
  change: (name) => `*${name}* is like that already. Nothing was sent.`,
  stop: (name) => `*${name}* is stopped already. Nothing was sent.`,
  start: (name) => `*${name}* runs already. Nothing was sent.`,
  delete: (name) => `*${name}* is gone already. Nothing was sent.`,
};

/** How a change ended, in mrkdwn. */
export const outcomes = {
  done: (verb: ChangeVerb, name: string) => `:white_check_mark: ${done[verb](name)}.`,
  wasSo: (verb: ChangeVerb, name: string) => soAlready[verb](name),
  failed: (verb: ChangeVerb, name: string, why: string) => `:x: *I couldn't ${undone[verb]} ${name}.* ${why}`,
  half: (name: string, why: string) =>
    `:warning: *I changed ${name} in part.* ${why} ${code("/db services change")} shows how it is now.`,
  unserved: (verb: ChangeVerb, name: string) =>
    `This server does not offer to ${undone[verb]} a service, so *${name}* stays as it is. Its console may.`,
  gone: (name: string) => `:x: *${name}* is gone: the cloud doesn't have it anymore.`,
  unknown: (verb: ChangeVerb, name: string, why: string) =>
    `:grey_question: *I don't know if I could ${undone[verb]} ${name}.* ${why} The cloud doesn't show it so far. I didn't send it again.`,
  conflict: (name: string) =>
    `:warning: *Someone else changed ${name} meanwhile.* Nothing was sent. Here is the difference to how it is now.`,
};

/** Without a form to show it in. */
export function conflictElsewhere(name: string): string {
  return `:warning: *Someone else changed ${name} meanwhile.* Nothing was sent. Look at it again, then change it.`;
}

/** The button after a conflict. */
export const lookAgain = "Change it again";

/** For the audit log, in plain text. */
export const audit = {
  conflict: "Someone else changed it first.",
  gone: "The cloud doesn't have it anymore.",
  unserved: "This server does not offer it.",
  unknown: (message: string) => `The answer was lost: ${message}`,
};
