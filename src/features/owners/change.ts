import { AppError, isAppError } from "../../lib/errors.ts";
import type { How } from "../../platform/access/known-people.ts";
import type { OwnersContext } from "./context.ts";
import { ensureOwnerRound } from "./handover/schedule.ts";
import { type Ownership, ownerRecord } from "./record.ts";
import type { Team } from "./team.ts";
import * as texts from "./texts.ts";

/** A service that gets an owner. */
export type OwnedService = Pick<Ownership, "serviceId" | "name" | "connection">;

/** A new owner and a new team. Null takes it away, and what is absent stays. */
export interface OwnerChange {
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
