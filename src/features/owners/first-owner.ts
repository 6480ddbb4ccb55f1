import { z } from "zod";
import type { OwnedService } from "./change.ts";
import type { OwnersContext } from "./context.ts";
import type { Ownership } from "./record.ts";
import { ensureOwnerRound } from "./handover/schedule.ts";
import { readTeamSoon } from "./team.ts";

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
