// What people read about a new service's password, in mrkdwn. Arguments are formatted by the caller.

const setNew = "Set a new one in the cloud's console.";

/** Advice for a password that lapsed. */
const resetPassword = "Set a new password in the cloud's console. The service itself isn't affected.";

export const lapsed = `:hourglass: No one looked at the password in time, so it's gone. ${resetPassword}`;

/** It is being written to its place. */
export function beingWritten(location: string): string {
  return `I'm writing its password to ${location}, and I'll tell you when it's there.`;
}

/** It is in its place. */
export function written(location: string): string {
  return `Its password is in ${location}, with the user name, host and port. No one has seen it.`;
}

export const seen =
  "Its password was shown once, and I no longer have it. If you didn't save it, set a new one in the cloud's console.";

export const lost = `Its password was in the cloud's answer, which never arrived. ${setNew}`;

export const none =
  "The cloud gave no password. If it shares a warehouse, use that one's users. Otherwise set a password in the cloud's console.";

/** Why it isn't in its place. */
export function notWritten(why: string): string {
  return `:warning: I couldn't write the password to its place. ${why}`;
}

/** It waits until a time. */
export function waitsUntil(time: string): string {
  return `Only you can see the password, once, until ${time}. Click “Show the password”.`;
}

/** It waits, and its button comes in direct messages at a time. */
export function waitsHere(time: string): string {
  return `Only you can see the password, once. If you haven't looked by ${time}, I'll DM you the button. It then works for 24 hours.`;
}

// The window with the password

export const copyNow =
  "Copy the password now, and put it where your team keeps passwords. You see it only once.";
export const noUserName = "the cloud named none";
export const noHost = "the cloud hasn't named one yet";
export const hiddenSigns = "It has characters that don't show, such as spaces. Copy it instead of typing it.";
export const afterClosing =
  "After you close this window, no one can show it again. If you lose it, set a new one in the cloud's console.";

// Answers to a click

export const gone = `I no longer have this service's password. ${setNew}`;

/** To another person. */
export function onlyRequester(requester: string): string {
  return `Only ${requester}, who requested this service, can see its password. Ask them, or set a new one in the cloud's console.`;
}

/** Plain text. */
export const windowClosed =
  "You closed the window before I could show the password, so no one has seen it. Click “Show the password” in the message about the service.";
