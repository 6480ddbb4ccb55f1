import { type Day, addDays } from "../../../lib/day.ts";
import { foldName } from "../../../lib/text.ts";
import { nameOf } from "../../../platform/access/known-people.ts";
import type { AuditEntry, AuditLog } from "../../../platform/audit/log.ts";
import type { WorkspaceContext } from "../../../platform/context.ts";
import type { UnusualDay } from "./anomalies.ts";
import { z } from "zod";

/** What a person did here that probably made a day unusual. */
export const Cause = z.object({
  /** What was done to the service, by its name in the audit log. */
  what: z.enum(["created", "restored", "enlarged", "reduced", "started", "stopped", "deleted"]),
  service: z.string(),
  userId: z.string(),
  userName: z.string().optional(),
  /** The approved workflow that did it without asking, if one did. */
  workflow: z.string().optional(),
  /** The preset that the service was created from. */
  preset: z.string().optional(),
  at: z.iso.datetime(),
});
export type Cause = z.output<typeof Cause>;

/** An unusual day, and the names of the services that explain it, the largest difference first. */
export interface Unexplained {
  day: Day;
  direction: "up" | "down";
  services: readonly string[];
}

type What = Cause["what"];

/** What moves costs in each direction. */
const movesUp: readonly What[] = ["created", "restored", "enlarged", "started"];
const movesDown: readonly What[] = ["reduced", "stopped", "deleted"];

/** What changes late on a day costs most on the next one. */
const daysBefore = 1;

/** The span of time in which a cause of a day lies: the day, and the day before. */
function causeSpan(day: Day): { since: Date; until: Date } {
  return { since: new Date(addDays(day, -daysBefore)), until: new Date(addDays(day, 1)) };
}

// More than happens in two days.
const mostEntries = 2_000;

/**
 * What probably caused an unusual day of all costs or of one service, with the name of the person, because a mention would
 * notify them. Null if nothing known here happened.
 */
export async function causeOfDay(
  { day, direction, movers, total, usual }: UnusualDay,
  service: { name: string } | undefined,
  context: Pick<WorkspaceContext, "audit" | "people" | "log">,
): Promise<Cause | null> {
  // A smaller part doesn't explain the day, whatever happened to it.
  const least = total.minus(usual).abs().div(2);
  const explaining = movers.filter(
    ({ kind, amount: cost, usual: before }) => kind === "service" && cost.minus(before).abs().gte(least),
  );
  const services = service ? [service.name] : explaining.map(({ name }) => name);
  const cause = await findCause({ day, direction, services }, context.audit);
  if (!cause) return null;
  const isPerson = cause.userId !== "app" && cause.userId !== "";
  return isPerson ? { ...cause, userName: cause.userName ?? (await nameOf(cause.userId, context)) } : cause;
}

/** Finds the likely cause of an unusual day in the audit log; undefined if nothing known here happened. */
async function findCause(
  unexplained: Unexplained,
  audit: Pick<AuditLog, "read">,
): Promise<Cause | undefined> {
  const entries = await audit.read({ ...causeSpan(unexplained.day), limit: mostEntries });
  return causeIn(unexplained, entries);
}

/**
 * The latest entry that moved the largest explaining service in the day's direction. If two people did so within the
 * span, neither is named: one of them would be the wrong one.
 */
export function causeIn(
  { day, direction, services }: Unexplained,
  entries: readonly AuditEntry[],
): Cause | undefined {
  const { since, until } = causeSpan(day);
  const directed = direction === "up" ? movesUp : movesDown;
  const known = entries
    .filter(({ at }) => new Date(at) >= since && new Date(at) < until)
    .flatMap((entry) => {
      const cause = causeOf(entry, entries);
      return cause && directed.includes(cause.what) ? [cause] : [];
    });
  for (const service of services) {
    const [latest, ...others] = known
      .filter((cause) => foldName(cause.service) === foldName(service))
      .toSorted((a, b) => b.at.localeCompare(a.at));
    if (!latest) continue;
    return others.some(({ userId }) => userId !== latest.userId) ? undefined : latest;
  }
  return undefined;
}

/** What an entry did to a service's costs. Undefined if it did nothing, or something else. */
function causeOf(entry: AuditEntry, entries: readonly AuditEntry[]): Cause | undefined {
  const { action, result, subject, userId, userName, at } = entry;
  if (result !== "done" || subject === undefined) return undefined;
  const request = action === "service.create" ? requestOf(entry, entries) : undefined;
  const what = action === "service.create" ? whatCreated(request) : whatChanged(entry);
  if (what === undefined) return undefined;
  const workflow = request?.approvedWorkflow;
  const { preset } = (action === "service.create" && Created.safeParse(entry.after).data) || {};
  return {
    what,
    service: subject,
    userId,
    userName,
    ...(workflow && { workflow }),
    ...(preset && { preset }),
    at,
  };
}

const Created = z.object({ preset: z.string().optional() });

const Requested = z.object({ backupId: z.string().optional(), approvedWorkflow: z.string().optional() });

/** What was asked for, by the entry of the request. It is there unless it is older than the span. */
function requestOf({ requestId }: AuditEntry, entries: readonly AuditEntry[]) {
  const asked = entries.find((each) => each.action === "service.request" && each.requestId === requestId);
  return Requested.safeParse(asked?.after).data;
}

function whatCreated(request: z.output<typeof Requested> | undefined): What {
  return request?.backupId === undefined ? "created" : "restored";
}

/** What an entry did to the costs of a service that is there. Undefined if it did nothing, or did not happen. */
export function whatMoved(entry: AuditEntry): What | undefined {
  return entry.result === "done" ? whatChanged(entry) : undefined;
}

function whatChanged({ action, before, after }: AuditEntry): What | undefined {
  switch (action) {
    case "service.start":
      return "started";
    case "service.stop":
      return "stopped";
    case "service.delete":
      return "deleted";
    case "service.change":
      return sizeChange(Sizes.safeParse(before).data, Sizes.safeParse(after).data);
    default:
      return undefined;
  }
}

const amount = z.number().optional().catch(undefined);
const Sizes = z.object({
  numReplicas: amount,
  minReplicaMemoryGb: amount,
  maxReplicaMemoryGb: amount,
  idleScaling: z.boolean().optional().catch(undefined),
  idleTimeoutMinutes: amount,
});
type Sizes = z.output<typeof Sizes>;

/** Undefined if the change makes some parts larger and others smaller, or none. */
function sizeChange(before: Sizes | undefined, after: Sizes | undefined): What | undefined {
  if (!before || !after) return undefined;
  const sizes = ["numReplicas", "minReplicaMemoryGb", "maxReplicaMemoryGb", "idleTimeoutMinutes"] as const;
  const signs = new Set([
    ...sizes.map((size) => Math.sign((after[size] ?? 0) - (before[size] ?? after[size] ?? 0))),
    // A service that never sleeps costs more.
    Math.sign(
      Number(after.idleScaling === false) - Number((before.idleScaling ?? after.idleScaling) === false),
    ),
  ]);
  const [grows, shrinks] = [signs.has(1), signs.has(-1)];
  if (grows === shrinks) return undefined;
  return grows ? "enlarged" : "reduced";
}
