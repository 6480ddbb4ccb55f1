import { explain, formatUnreadable } from "../../../platform/blocks/explain.ts";
import { type Backup, listBackups, newestFirst, stateOf } from "../../../platform/cloud/services/backup.ts";
import { type Service, getService, listServices } from "../../../platform/cloud/services/service.ts";
import type { ServicesContext } from "../context.ts";
import { AppError, orUndefined } from "../../../lib/errors.ts";
import { type Unreadable, mayBeAmong, survey } from "../../../lib/json.ts";
import type { Finding, FormPerson, FormState, Fixed } from "../../../platform/forms/form.ts";
import { type CreateFacts, factsOf } from "../form/facts.ts";
import { typed } from "../form/pick.ts";
import { connectionIn } from "../form/request.ts";
import { z } from "zod";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { escapeName, visible } from "../../../platform/blocks/escape.ts";
import { humanBytes, oneLine, truncate } from "../../../lib/text.ts";
import { localMinute, parseTime } from "../../../lib/time.ts";
import { providers, regions, regionsByProvider, tiers } from "../../../platform/cloud/services/request.ts";

/** Reads the chosen service's backups, and where it runs. A failed read is a finding too. */
export async function readBackups(
  state: FormState,
  context: ServicesContext,
  person: Pick<FormPerson, "userId">,
): Promise<Finding> {
  const { backupService: serviceId } = state.values;
  const counts = ({ values }: FormState) => values["backupService"] === serviceId;
  if (typeof serviceId !== "string" || serviceId === typed)
    return { facts: { backups: undefined, origin: undefined }, counts };
  return { ...(await readBackupsOf(serviceId, state, context, person)), counts };
}

async function readBackupsOf(
  serviceId: string,
  { values, facts }: FormState,
  context: ServicesContext,
  person: Pick<FormPerson, "userId">,
): Promise<Finding> {
  const { services, listed } = factsOf(facts);
  const known = [...services, ...(listed?.services ?? [])];
  const name = known.find(({ value }) => value === serviceId)?.text ?? serviceId;
  const cloud = context.cloudOf(connectionIn(values));
  try {
    const [listed, origin, zone = "UTC"] = await Promise.all([
      cloud.call(listBackups, { serviceId }),
      readOrigin(cloud, serviceId),
      zoneOf(person, context),
    ]);
    const { readable: backups, unreadable } = survey(listed);
    const { backupId: chosen } = values;
    const found = {
      backups: { serviceId, choices: choicesOf(backups, chosen, zone), state: "read" },
      origin: { serviceId, name, provider: origin?.provider, region: origin?.region, tier: origin?.tier },
      backupTrouble: formatUnreadable("backup", unreadable).at(0),
    } satisfies Partial<CreateFacts>;
    if (typeof chosen !== "string") return { facts: found };
    const backup = backups.find(({ id }) => isSameId(id, chosen));
    if (backup && isRestorable(backup)) return { facts: found, values: { backupId: backup.id } };
    const why = [whyNot(backup, chosen, unreadable), found.backupTrouble];
    const backupTrouble = why.filter((text) => text !== undefined).join(" ");
    return { facts: { ...found, backupTrouble }, values: { backupId: undefined } };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    const failed = { serviceId, choices: [], state: "failed" } as const;
    return { facts: { backups: failed, origin: undefined, backupTrouble: explain(error) } };
  }
}

/** Reads the original service, from the list if it is not shown alone. Undefined if neither is. */
async function readOrigin(
  cloud: ReturnType<ServicesContext["cloudOf"]>,
  serviceId: string,
): Promise<Service | undefined> {
  const shown = await orUndefined(() => cloud.call(getService, { serviceId }), "missing", "forbidden");
  if (shown) return shown;
  const services = await orUndefined(() => cloud.call(listServices, {}), "missing", "forbidden");
  return services?.find(({ id }) => id === serviceId);
}

function whyNot(backup: Backup | undefined, chosen: string, unreadable: readonly Unreadable[]): string {
  const others = "Choose another one, or start empty.";
  if (backup) return `The backup you chose isn't done, so a service can't start from it. ${others}`;
  return mayBeAmong(unreadable, chosen)
    ? `I couldn't read the backup you chose. ${others}`
    : `The backup you chose no longer exists. ${others}`;
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

// The form keeps them while it is open. 2,000 daily backups last five years.
const mostKept = 2_000;

/** The newest backups as choices, and the chosen one however old it is. */
function choicesOf(
  backups: readonly Backup[],
  chosen: unknown,
  zone: string,
): { value: string; text: string }[] {
  return restorable(backups)
    .filter(({ id }, index) => index < mostKept || (typeof chosen === "string" && isSameId(id, chosen)))
    .map((backup) => ({ value: backup.id, text: backupOnPlainLine(backup, zone) }));
}

/** The backups that a service can start from, the newest first. */
function restorable(backups: readonly Backup[]): Backup[] {
  return newestFirst(backups.filter(isRestorable));
}

/** True for a backup that a service can start from: it is done, and has an id that can be sent. */
export function isRestorable(backup: Backup): boolean {
  return stateOf(backup) === "done" && z.guid().safeParse(backup.id).success;
}

/** Formats a backup as one plain line. It names the zone, because Slack translates no times in a select. */
function backupOnPlainLine({ id, startedAt, type, sizeInBytes = -1 }: Backup, zone: string): string {
  const at = parseTime(startedAt);
  const kind = type ? [truncate(oneLine(visible(type)), 30)] : [];
  const size = sizeInBytes >= 0 && Number.isFinite(sizeInBytes) ? [humanBytes(sizeInBytes)] : [];
  if (!at) return [id, ...kind, ...size].join(" · ");
  return [localMinute(at, zone), ...kind, ...size, zone].join(" · ");
}

/** The fields that a chosen backup fixes: the new service runs where the original does, and on its tier. */
export function fixedByBackup({ values, facts }: FormState): Record<string, Fixed> {
  const { backupService, typedBackup } = values;
  if (backupService === typed && typeof typedBackup === "string" && typedBackup.trim() !== "")
    return { backupId: { value: typedBackup.trim(), because: escapeName(typedBackup.trim()) } };
  const { origin } = factsOf(facts);
  if (origin === undefined || origin.serviceId !== values["backupService"]) return {};
  const region = regions.find((known) => known === origin.region);
  const tier = tiers.find((known) => known === origin.tier);
  const provider = providers.find((known) => regionsByProvider[known].some((each) => each === region));
  return {
    ...fixed("provider", provider, origin.name),
    ...fixed("region", region, origin.name),
    ...fixed("tier", tier, origin.name),
  };
}

function fixed(field: string, value: string | undefined, name: string): Record<string, Fixed> {
  if (value === undefined) return {};
  return { [field]: { value, because: `${escapeName(value)}, as *${escapeName(name)}*` } };
}
