// What people read in the form that changes a service. Names and values are escaped by the caller.

export const title = "Change a service";
export const buttons = { change: "Change", ask: "Ask for approval", stop: "Stop", start: "Start" } as const;

/** While the service is read. */
export function reading(name: string): string {
  return `:hourglass_flowing_sand: Reading *${name}*…`;
}

/** The service was read. */
export function about(name: string): string {
  return `*${name}* as it is now. Change what you need: only that is sent.`;
}

/** A part of the wish has no field. */
export const untold =
  ":information_source: *Not filled in:* all that you asked for. The server doesn't tell it for this service, so I can't change it.";

/** It couldn't be read. */
export function unread(name: string, why: string): string {
  return `:warning: I couldn't read *${name}*, so I can't change it. ${why}`;
}

/** The server has no such operation. */
export function notOffered(name: string): string {
  return `This server does not offer to read a service, so I can't show or change *${name}*. Its console can.`;
}

export const addressesHelp =
  "Write one address or range in each line, and what it is behind it. Remove a line to close it.";
export const scaleToZero = "Scale to zero when it's idle";

/** The heading of the differences. */
export function differences(name: string): string {
  return `*What changes in ${name}*`;
}

/** One field. */
export function difference(label: string, before: string, after: string): string {
  return `• *${label}:* ${before} → ${after}`;
}

/** Addresses. */
export function addressAdded(address: string): string {
  return `• *Address added:* ${address}`;
}
export function addressRemoved(address: string): string {
  return `• *Address removed:* ${address}`;
}

export const unknownValue = "unknown";
export const on = "on";
export const off = "off";
export const openToWorld = ":warning: *Every address may try to connect.*";
export const noAddress = ":warning: *No address is left.* The cloud decides who may connect then.";

/** Its usual month before the change. Undefined if the one after it isn't known. */
export function priceNow(before: string | undefined, after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  return `*Now:* ${before === after ? "the same" : (before ?? "not known")}.`;
}

/** Who must approve it, and why. */
export function needsApproval(groupId: string, channelId: string, because: string): string {
  return `:raised_hand: *This needs approval* from <!subteam^${groupId}> in <#${channelId}>, because ${because}.`;
}

/** Why the hard limits deny it. */
export function denied(why: string): string {
  return `:no_entry: *This change isn't allowed.* ${why}`;
}

/** What approvers read after "wants to". */
export function wish(name: string): string {
  return `change *${name}*`;
}

// Problems. Plain text.

export const nothingChanged = "Nothing is different yet.";
export const stillReading = "The service isn't read yet. Wait a moment.";
export const approvalChanged = "The rules for approvals changed. Look at it again.";
export const noLongerAllowed = "Its requester's role doesn't allow this size or these addresses anymore.";

// The approval modal

export const askedTitle = "Approval requested";
