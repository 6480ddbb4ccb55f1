import { type Day, humanDays } from "../../../lib/day.ts";
import { formatList, plural } from "../../../lib/text.ts";

// What a test of a connection finds, and problems with its address. Plain text that also reads well in Slack. It may
// quote the deployment.

// Findings

export const areas = {
  services: "Services",
  backups: "Backups",
  costs: "Costs",
  observability: "Dashboards and alerts",
  creating: "Creating services",
} as const;
export const unsupported = "The deployment doesn't support this.";
export const unsupportedToo = (what: readonly string[]) =>
  `The deployment doesn't support ${formatList(what, "or")}.`;
export const refusedKey =
  "The deployment refuses this key (401). Check that you copied all of it, and that it's still valid.";
export const needsService = "I need a service to test this with.";
export const notTested = "I can't test this without creating a service.";
export const canSee = (what: string) => `I can see ${what}.`;
export const costsRead = "I can read yesterday's costs.";
export const costsOfDays = (days: readonly Day[]) =>
  `I can read costs of ${plural(days.length, "day")}, ${humanDays(days[0] ?? "", days.at(-1) ?? "")}.`;
export const costsOneByOne =
  "I can read costs. The cloud sends one record at a time, so I ask for each day by itself.";
export const noCosts = (when: string) =>
  `I can read costs, but ${when} had none, so I couldn't check their amounts.`;
export const ofSome = (some: number, all: number) => `I asked for those of ${some} of ${all} services.`;
export const newestBackup = (when: string) => `The newest started at ${when}.`;
export const oddBackups = (count: number) =>
  count === 1
    ? "One more isn't in a form that I can read."
    : `${count} more aren't in a form that I can read.`;
export const noServices = "no services yet";

// Addresses

const example = "https://api.cloud.example.com";
export const missingAddress = `Enter the address, such as ${example}.`;
export const badAddress = (right = example) => `This isn't a web address. It looks like ${right}.`;
export const needsHttps = "The address must begin with https://, so no one can read the key on its way.";
export const consoleNeedsHttps = "The address must begin with https://.";
export const notPublic =
  "That address isn't on the public Internet. The operator of Quartermaster can allow it in ALLOWED_HOSTS.";
export const badPort =
  "That port isn't the usual one for https. Leave it out, or ask the operator of Quartermaster to allow it in ALLOWED_HOSTS.";
export const noUserInfo =
  "An address can't include a user name or password. Leave out everything before the @.";
export const noQuery = "Leave out the part of the address from ? or # on.";
