import { formatList, plural } from "../../../../lib/text.ts";

// What people read on the steps of the form. Arguments that people or clouds wrote are escaped by the caller where a
// text is mrkdwn.

// Buttons

/** The hard limits deny it. `why` is escaped. */
export const denied = (why: string) => `:no_entry: *This can't be created.* ${why}`;

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

/** The help of the size field, in plain text. `estimate` is the chosen size's price with all that it assumes. */
export function sizeHelp(estimate: string | undefined, mostGb: number | undefined): string {
  const price = estimate === undefined ? "I can't tell the price yet." : `Estimate: ${estimate}`;
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

/** The size that was asked for is beyond the role. Plain text. */
export function sizeBeyond(label: string): string {
  return `Not filled in: size ${label}, because your role can't create one that large.`;
}

/** The replicas that were asked for are on a later step. Plain text. */
export function withReplicas(count: number): string {
  return `It will have ${plural(count, "replica")}. To change that, choose More options.`;
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
