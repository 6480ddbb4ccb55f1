import { formatList } from "../../../lib/text.ts";

// Arguments that people or clouds wrote are escaped by the caller where a text is mrkdwn.

// Problems. Plain text.

export const missingTexts = {
  name: "Enter a name.",
  provider: "Choose a provider.",
  region: "Choose a region.",
} as const;

export const presetBeingRead = "I'm still filling in the preset. Try again in a moment, or choose none.";
export const backupsBeingRead = "I'm still reading the backups. Try again in a moment.";
export const enterBackup = "Enter the backup's id, or start empty.";
export const chooseBackup = "Choose a backup to start from, or start empty.";
export const confirmWorld =
  "An address that ends in /0 lets everyone on the internet try to connect. Tick this box to allow that, or enter narrower addresses above.";

/** A limit that the backup's original breaks. */
export function originBreaks(message: string): string {
  return `The original runs elsewhere. ${message}`;
}

/** An address that isn't one. */
export function badAddress(source: string): string {
  return `“${source}” isn't an address. Enter one such as 203.0.113.0/24 office.`;
}

/** A prefix length out of range. */
export function badPrefix(source: string, longest: number): string {
  return `the number after the slash in “${source}” must be 0 to ${longest}.`;
}

/** A problem of one line of a list. */
export function inLine(number: number, problem: string): string {
  return `Line ${number}: ${problem}`;
}

export const badSwitch = "write on or off after the protocol, such as mysql on.";

/** A protocol that is listed twice. */
export function twice(protocol: string): string {
  return `${protocol} is listed twice.`;
}

// A name that is taken. Plain text.

/** Another service has the name. */
export function takenBy(holder: string): string {
  return `A service named “${holder}” already exists.`;
}

/** Another request is creating the name. */
export function beingCreated(name: string): string {
  return `Another request is creating “${name}” right now.`;
}

/** A free name to take instead. */
export function chooseAnother(name: string): string {
  return `Choose another name, such as “${name}”.`;
}

// Limits of a role. Plain text.

/** A choice outside the limits. */
export function limitedChoice(label: string, allowed: readonly string[]): string {
  return `${label}: your role can use ${formatList(allowed, "or")}.`;
}

/** Memory that must be given. */
export function limitedUnknownMemory(mostGb: number): string {
  return `Choose the maximum memory: your role can create up to ${mostGb} GB in all.`;
}

/** More memory than allowed. */
export function limitedMemory(totalGb: number, mostGb: number, isCounted: boolean): string {
  const counted = isCounted ? "" : ", counted with 3 replicas because you set none";
  return `That's ${totalGb} GB in all${counted}. Your role can create up to ${mostGb} GB.`;
}

/** A name that fits none of the patterns. */
export function limitedName(patterns: readonly string[]): string {
  const quoted = patterns.map((pattern) => `“${pattern}”`);
  return `Your role needs a name like ${formatList(quoted, "or")}, and * stands for anything.`;
}

export const limitedNoAddresses = "Your role must list the addresses that can connect.";

/** A range that is too wide. */
export function limitedAddress(source: string): string {
  return `“${source}” is too wide for your role. Enter narrower addresses.`;
}

// After Create

/** The modal while the cloud works, in mrkdwn. */
export function creatingText(name: string): string {
  return `:hourglass_flowing_sand: *Creating ${name}…* This takes a few seconds.`;
}

export const mayClose =
  "You can close this window. I'll tell you when it's there, and where its password is.";

const why = {
  cloud: "The cloud takes no more requests right now.",
  storage: "My storage doesn't confirm writes right now, so I haven't sent the request.",
} as const;

/** A request that waits, in mrkdwn. */
export function waitingToCreate(name: string, busy: keyof typeof why): string {
  return `:hourglass_flowing_sand: *${name} is waiting to be created.* ${why[busy]} I'll keep trying for two minutes.`;
}

export const mayCloseWaiting = "You can close this window. I'll tell you how it went.";
export const needsApprovalNow = "This now needs approval. Look again, then click Ask for approval.";
export const needsNoApprovalNow = "This doesn't need approval anymore. Look again, then click Create.";

// The command

export const createSummary = "Creates a database service, empty or from a preset.";
export const createDetails =
  "Type a preset's name to start from it, or both as in `orders from small staging`. Anything else is the new service's name. Nothing is created before you click Create. I announce the service in this channel, and show its password to you alone, once.";

/** A name that is too long. */
export function nameTooLong(most: number): string {
  return `A name has at most ${most} characters.`;
}
