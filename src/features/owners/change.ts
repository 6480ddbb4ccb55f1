import { z } from "zod";
import { AppError, attempt, isAppError } from "../../lib/errors.ts";
import type { How } from "../../platform/access/known-people.ts";
import type { OwnersContext } from "./context.ts";
import { ensureOwnerRound } from "./handover/schedule.ts";
import { type Ownership, ownerRecord } from "./record.ts";
import { type Team, readTeamSoon } from "./team.ts";
import * as texts from "./texts.ts";

/** A service that gets an owner. */
export type OwnedService = Pick<Ownership, "serviceId" | "name" | "connection">;

/** A new owner and a new team. Null takes it away, and what is absent stays. */
interface OwnerChange {
  ownerId?: string | null | undefined;
  team?: Team | null | undefined;
}

type ChangeContext = Pick<
  OwnersContext,
  "owners" | "audit" | "now" | "schedules" | "scheduleQueue" | "workspaceId"
>;

/** Changes whom a service belongs to, and records it. Returns what is known then: undefined for neither owner nor team. */
export async function changeOwner(
  { serviceId, name, connection }: OwnedService,
  { ownerId, team }: OwnerChange,
  context: ChangeContext,
  by: string,
): Promise<Ownership | undefined> {
  const since = context.now().toISOString();
  const next = (present: Ownership | undefined): Ownership | undefined => {
    const owner = ownerId === undefined ? present?.ownerId : (ownerId ?? undefined);
    const ofTeam = team === undefined ? present?.team : (team ?? undefined);
    if (owner === undefined && !ofTeam) return undefined;
    return { serviceId, name, connection, ownerId: owner, team: ofTeam, since, by };
  };
  const { after } = await ownerRecord.change(serviceId, next, context);
  if (after?.ownerId !== undefined) await ensureOwnerRound(context);
  return after;
}

/** How it went for one of several services. */
export interface GivenOwner {
  service: OwnedService;
  /** Undefined for neither owner nor team. */
  known?: Ownership | undefined;
  /** Why it stays as it was: a file manages it. Plain text. */
  refusal?: string;
}

/** Gives several services owners and teams. What is absent stays. One that a file manages doesn't stop the others. */
export async function giveOwners(
  wanted: readonly { service: OwnedService; change: OwnerChange }[],
  context: ChangeContext,
  by: string,
): Promise<GivenOwner[]> {
  const given: GivenOwner[] = [];
  for (const { service, change } of wanted) {
    if (change.ownerId === undefined && change.team === undefined) continue;
    const changed = await attempt(() => changeOwner(service, change, context, by));
    if (changed instanceof AppError && changed.kind !== "forbidden") throw changed;
    given.push(
      changed instanceof AppError ? { service, refusal: changed.message } : { service, known: changed },
    );
  }
  return given;
}

/** Fails as user if this can't be a service's owner: an app, or a person who has left. Slack may fail. */
export async function checkOwner(
  ownerId: string,
  { people }: Pick<OwnersContext, "people">,
  how?: How,
): Promise<void> {
  try {
    const { name, isBot, isGone } = await people.find(ownerId, how);
    if (isBot) throw new AppError("user", texts.isApp(name));
    if (isGone) throw new AppError("user", texts.isGone(name));
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    throw new AppError("user", texts.unknownPerson, { cause: error });
  }
}

/** Whom a new service will belong to, as a person said it. The team is as they typed it. */
export const FutureOwner = z.object({ ownerId: z.string().optional(), team: z.string().optional() });
export type FutureOwner = z.output<typeof FutureOwner>;

/** Gives a new service its owner and team, unless it has them. It can be repeated. */
export async function giveFirstOwner(
  service: OwnedService,
  { ownerId, team: words }: FutureOwner,
  context: Pick<OwnersContext, "owners" | "people" | "now" | "schedules" | "scheduleQueue" | "workspaceId">,
): Promise<Ownership | undefined> {
  if (!ownerId && !words) return undefined;
  const team = words ? await readTeamSoon(words, context) : undefined;
  const { serviceId, name, connection } = service;
  const since = context.now().toISOString();
  const first = {
    serviceId,
    name,
    connection,
    ownerId: ownerId || undefined,
    team,
    since,
    by: ownerId || "app",
  };
  if (ownerId) await ensureOwnerRound(context);
  return (await context.owners.change(serviceId, (present) => present ?? first)).after;
}
