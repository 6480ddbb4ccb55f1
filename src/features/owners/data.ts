import type { OwnedService } from "./change.ts";
import type { Ownership } from "./record.ts";
import type { Team } from "./team.ts";
import { z } from "zod";
import { next, time, total } from "../../platform/commands/found.ts";
import { type Page, nextOf } from "../../platform/commands/paging.ts";
import { teamName } from "./team.ts";

/** A service with whom it belongs to. */
export interface ListedOwner {
  service: OwnedService;
  /** Undefined for a service without an owner and a team. */
  known: Ownership | undefined;
}

/** A page of the list. */
export interface OwnersPage extends Page<ListedOwner> {
  /** How many of all have neither. */
  unowned: number;
}

/** A team for programs. */
const TeamData = z.object({
  name: z.string().describe("Its name. A user group's handle begins with @"),
  groupId: z.string().optional().describe("The id of the user group in Slack, if it is one"),
});

/** A service with whom it belongs to. */
export const OwnedData = z.object({
  id: z.string().describe("The service's id"),
  name: z.string().describe("The service's name"),
  connection: z.string().describe("The connection to the cloud that runs it"),
  ownerId: z.string().optional().describe("The Slack id of its owner"),
  team: TeamData.optional().describe("Its team"),
  since: time.optional().describe("When this was set"),
  setBy: z.string().optional().describe("The Slack id of the person who set it"),
});

/** The answer of `/db services owner`. */
export const OwnersData = z.object({
  services: z.array(OwnedData).describe("The unowned first"),
  unowned: z.int().min(0).describe("How many have neither an owner nor a team"),
  total,
  next,
});

/** A team for programs. */
function teamData(team: Team): z.output<typeof TeamData> {
  return { name: teamName(team), groupId: team.kind === "group" ? team.id : undefined };
}

/** One service. */
export function ownedData({ service, known }: ListedOwner): z.output<typeof OwnedData> {
  return {
    id: service.serviceId,
    name: service.name,
    connection: service.connection,
    ownerId: known?.ownerId,
    team: known?.team && teamData(known.team),
    since: known?.since,
    setBy: known?.by,
  };
}

/** A page of the list. */
export function ownersData(page: OwnersPage): z.output<typeof OwnersData> {
  const { items, unowned, total } = page;
  return { services: items.map(ownedData), unowned, total, next: nextOf(page) };
}
