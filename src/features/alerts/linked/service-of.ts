import { createTtlCache } from "../../../lib/cache.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { foldName } from "../../../lib/text.ts";
import type { AlertContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import type { IncidentService } from "./record.ts";

/** Finds the service of an alert, as far as its hook, its rule or its group says it. */
export type ServiceOf = (hook: Hook, event: AlertEvent) => IncidentService | undefined;

/** New services and rules are known after this time. Until then their alerts are not linked. */
const keptMs = minuteMs;
const mostKept = 1_000;

/** Makes what finds the services of a workspace's alerts. Most batches need no read for it. */
export function serviceFinders(): (context: AlertContext) => Promise<ServiceOf> {
  const finders = createTtlCache<ServiceOf>({ keptMs, mostKept, now: () => performance.now() });
  return (context) => finders.get(context.workspaceId, () => finderOf(context));
}

async function finderOf({ services, madeAlerts, log }: AlertContext): Promise<ServiceOf> {
  const [known, made] = await Promise.all([services.list(), madeAlerts.list()]).catch((err: unknown) => {
    // Alerts are posted with or without links.
    log.warn({ err }, "couldn't read the services that alerts are about");
    return [[], []];
  });
  return serviceFinder(known, made);
}

/** Finds services by what is known of a workspace. The same alert always has the same one. */
export function serviceFinder(
  known: readonly { serviceId: string; name: string }[],
  made: readonly { alertId: string; serviceId?: string | undefined }[],
): ServiceOf {
  const byId = new Map(known.map(({ serviceId, name }) => [serviceId, { serviceId, name }]));
  const byName = new Map([...byId.values()].map((service) => [foldName(service.name), service]));
  const ofAlert = new Map(made.map(({ alertId, serviceId }) => [alertId, serviceId]));
  return ({ observes }, { origin, group }) =>
    byId.get(observes?.serviceId ?? "") ??
    byId.get(ofAlert.get(origin?.alertId ?? "") ?? "") ??
    namesIn(group)
      .map((name) => byName.get(name))
      .find((service) => service !== undefined);
}

/** The names that alerts give services in their groups, without those that are known: "service=billing". */
export function unknownServicesIn(
  groups: readonly (string | undefined)[],
  known: readonly { name: string }[],
): string[] {
  const names = new Map(known.map(({ name }) => [foldName(name), ""]));
  for (const group of groups)
    for (const { groups: found } of (group ?? "").matchAll(serviceLabel)) {
      const name = found?.["name"]?.trim() ?? "";
      if (name !== "" && !names.has(foldName(name))) names.set(foldName(name), name);
    }
  return [...names.values()].filter(Boolean);
}

const serviceLabel =
  /(?<![\w.-])(?:service|service[._]name|database|db|cluster)\s*[=:]\s*"?(?<name>[\p{L}\p{N}][\p{L}\p{N} ._-]{0,89})/giu;

/** A group such as "orders prod" or "service=orders prod, region=eu" as the names that it may have. */
function namesIn(group: string | undefined): string[] {
  return group === undefined ? [] : [group, ...group.split(/[,;:={}"]+/)].map(foldName);
}
