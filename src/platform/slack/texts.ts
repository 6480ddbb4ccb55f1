/** The title of an answer to a button that is not a command's. */
export const appName = "Quartermaster";

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
