import { formatList, plural } from "../../../lib/text.ts";

// Arguments that people or clouds wrote are escaped by the caller where a text is mrkdwn.

// Buttons

export const buttonTexts = {
  create: "Create",
  ask: "Ask for approval",
  review: "Review",
  next: "Next",
  more: "More options",
  skip: "Skip to review",
  basics: "Change basics",
  size: "Change size",
} as const;

// The first screen

/** Says which preset filled in the form. */
export function startsFromPreset(name: string): string {
  return `Filled in from the preset *${name}*.`;
}

/** The help of the size field, in plain text. */
export function sizeHelp(hasPrices: boolean, mostGb: number | undefined): string {
  const price = hasPrices
    ? "The price is for compute with three busy hours a day, at your own rate."
    : "I can't tell the price yet.";
  const limit = mostGb === undefined ? "" : ` Your role can create up to ${mostGb} GB in all.`;
  return `Memory of each replica: it grows from the first number to the second under load. ${price}${limit}`;
}

/** The option of a size that is none of the three. */
export function customSize(memory: string): string {
  return `Custom: ${memory}`;
}

export const otherSize = "Custom…";

// Basics

export const connectionHelp = "The database cloud to create it in.";
export const presetHelp = "Fills in the preset's settings. You can still change everything.";
export const noPreset = "No preset";
export const namePlaceholder = "orders staging";
export const regionPlaceholder = "Choose a region";
export const findServiceHelp = "Type a part of its name, then choose it below.";
export const backupServiceHelp = "The new service starts with that backup's data, in the same region.";
export const noBackup = "No backup: start empty";
export const typedBackup = "Another backup: type its id";
export const findServiceAbove = "To find others, type a part of the name above.";
export const findBackupHelp = "Type a part of its date, such as 2026-08-14, then choose it below.";
export const backupHelp = "Newest first. The original service stays as it is.";
export const backupPlaceholder = "Choose a backup";
export const findBackupAbove = "To find older ones, type a date above.";
export const typedBackupHelp = "The backup's id, as the cloud's console shows it.";
export const readingBackups = "Reading the backups…";
export const noSuchBackup = "No backup has that in its date.";
export const noBackups = "This service has no backups to choose from.";
export const noFinishedBackup =
  "This service has no finished backup yet. Choose another service, or start empty.";
export const onlyConnection = "the only connection";

/** What a preset sets that the rules no longer allow, in mrkdwn. */
export function presetProblemsText(name: string, problems: readonly string[]): string {
  return [
    `:warning: I left out some settings of the preset *${name}*, because they aren't allowed anymore:`,
    ...problems.map((problem) => `• ${problem}`),
  ].join("\n");
}

/** Where a service from a backup must run, in mrkdwn. */
export function originText(name: string, region: string | undefined, tier: string | undefined): string {
  if (region === undefined)
    return `Choose the region and tier of *${name}*. The cloud doesn't say where it runs.`;
  const tierText = tier === undefined ? "" : `, tier ${tier}`;
  return `A service from a backup runs where the original does: *${name}* is in ${region}${tierText}.`;
}

/** The nearest preset to what was typed. Plain text. */
export function nearPreset(typed: string, near: string): string {
  return `I can't find a preset “${typed}”. Did you mean “${near}”? Choose it under More options.`;
}

/** A draft stays while another form is open. Plain text with code. */
export function besideDraft(name: string | undefined): string {
  const what = name === undefined ? "Your unfinished draft" : `Your draft “${name}”`;
  return `${what} is still there: \`/db create\` continues it.`;
}

/** Stands for the given backup until the list is read. */
export function chosenBackup(id: string): string {
  return `Backup ${id.slice(0, 8)}`;
}

// Size

export const cloudDecides = "The cloud decides";
export const sizePlaceholder = "Choose a size";
export const noProfile = "No profile";
export const scaleToZero = "Scale to zero when idle";
export const aloneInWarehouse =
  "1 replica works for a service in an existing warehouse, or in a BASIC organization. Otherwise choose at least 2.";

// Warehouse and own cloud

export const newWarehouse = "A new warehouse";
export const noOwnCloud = "None: the provider's region";
export const typeAnId = "Another: type its id";

/** The warehouse of some services. Plain text. */
export function ofServices(names: readonly string[], id: string): string {
  if (names.length === 0) return id;
  const more = names.length > 3 ? [`${names.length - 3} more`] : [];
  return formatList([...names.slice(0, 3), ...more]);
}

// Access and security

export const addressesHelp = "One address or range per line, then a description: 203.0.113.0/24 office.";
export const endpointsHelp = "One protocol per line, on or off: mysql on.";
export const openToWorldHelp = "0.0.0.0/0 lets every address on the internet try to connect.";
export const openToWorldTick = "Yes, let every address try";
export const olderFieldsHelp =
  "Deprecated fields that the cloud still accepts: tier, total memory, private endpoints.";
export const olderFieldsTick = "Show them in their own step";
export const olderIntro =
  "These fields are deprecated. Leave them empty unless your organization needs them.";
export const noTier = "No tier";
export const privateEndpointsHelp =
  "One id per line. The cloud ignores them at creation: attach private endpoints in its console later.";
export const encryptTick = "Encrypt transparently";
export const noCompliance = "None";
export const readOnlyTick = "Read-only";
export const acceptTermsTick = "I accept the terms";

/** Why the size fields aren't sent, in mrkdwn. */
export const fixedSize = {
  development: "Not sent: development services have a fixed size.",
  total: "Not sent: you set the total memory under “Older fields”.",
} as const;

// Review

export const reviewIntro = "Review. Anything not listed uses the cloud's default.";
export const reviewBroken = "Something in an earlier step needs a fix first.";
export const hiddenSigns = "(has blanks or characters that are hard to see)";

/** Says that the values are saved as a preset, in mrkdwn. */
export function savedAsPreset(name: string): string {
  return `Saved as the preset *${name}*.`;
}

/** An encryption key, which is never shown. */
export function keyText(length: number): string {
  return `given, ${plural(length, "character")}, not shown here`;
}

/** The backup a service starts from, in mrkdwn. */
export function beginsWith(service: string, backup: string): string {
  return `*Starts with the data of ${service}:* ${backup}.`;
}

/** What can't be changed later, in mrkdwn. */
export function lastingText(selected: readonly string[]): string {
  const what = selected.length === 0 ? "none selected" : selected.join(", ");
  return `*Can't be changed later:* encryption and compliance (${what}).`;
}

export const lastingChoices = {
  tde: "transparent data encryption",
  key: "your own encryption key",
  compliance: (type: string) => `compliance with ${type}`,
} as const;

export const neverSleeps = "*Never scales to zero:* it costs compute all day.";

/** When a service scales to zero, in mrkdwn. */
export function sleeps(minutes: number | undefined): string {
  const after = minutes === undefined ? "when idle" : `after ${minutes} idle minutes`;
  return `*Scales to zero* ${after}; the first query after that waits while it wakes up.`;
}

export const openToWorldFact =
  ":warning: *Open to the world:* every address on the internet can try to connect.";
export const noAllowlist = "*No IP allowlist:* the cloud's default access applies.";

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
  "Type a preset's name to start from it. Anything else is the new service's name. Nothing is created before you click Create. I announce the service in this channel, and show its password to you alone, once.";

/** A name that is too long. */
export function nameTooLong(most: number): string {
  return `A name has at most ${most} characters.`;
}
