import { z } from "zod";
import { compareNames } from "../../lib/names.ts";
import { connectionName, kept, serviceId, serviceName, strictly, textOf, userId } from "../../lib/kinds.ts";
import { record } from "../../platform/as-code/record.ts";
import { unknownService } from "../../platform/as-code/texts.ts";
import { changeBetween } from "../../platform/audit/recorder.ts";
import type { RedisClient } from "../../platform/redis/connect.ts";
import { keys } from "../../platform/redis/keys.ts";
import { type Kept, type Records, records } from "../../platform/redis/records.ts";
import { Team, comparedTeam, namedTeam, teamName } from "./team.ts";

/** Who a service belongs to. It has an owner, a team or both. */
export const Ownership = z.object({
  connection: kept(connectionName),
  serviceId: kept(serviceId),
  /** The service's name at that time. `services.labels` has the present one. */
  name: kept(serviceName),
  /** The Slack id of the person. */
  ownerId: kept(userId).optional(),
  team: Team.optional(),
  since: z.iso.datetime(),
  /** The Slack id of the person who said so, or "app". */
  by: kept(userId),
  /** The owner who left, and who was asked for a new one. */
  askedAbout: z.object({ ownerId: kept(userId), users: z.array(kept(userId)) }).optional(),
});
export type Ownership = z.output<typeof Ownership>;

/** By the service's id, which clouds write in either case. A service without an owner and a team has no record. */
const keptOwners: Kept<Ownership> = {
  schema: Ownership,
  key: keys.owners,
  field: (serviceId) => serviceId.toLowerCase(),
};

/** The owners of one workspace's services. */
export interface Owners extends Records<Ownership> {
  /** All of them, by name. Fails if one can't be read: without it, what a team pays and may do would be wrong. */
  list(): Promise<Ownership[]>;
  /** The readable ones by name, for what people look at. */
  readable(): Promise<Ownership[]>;
}

/** The owners of one workspace's services in Redis. */
export function owners(redis: RedisClient, workspaceId: string): Owners {
  const kept = records(keptOwners, redis, workspaceId);
  return {
    ...kept,
    list: async () => byName(await kept.all()),
    readable: async () => byName(await kept.all("readable")),
  };
}

function byName(all: ReadonlyMap<string, Ownership>): Ownership[] {
  return [...all.values()].toSorted((one, other) => compareNames(one.name, other.name));
}

const { name, connection, ownerId, team: ofTeam } = Ownership.shape;

/** Whom services belong to. New services get owners too, so only those in a file are its own. */
export const ownerRecord = record({
  kept: keptOwners,
  records: "owners",
  actions: { set: "owner.set", remove: "owner.set" },
  subject: (ownership) => ownership?.name,
  recorded: (before, after) => changeBetween(factsOf(before), factsOf(after)),
  name: "owners",
  noun: "owner of a service",
  nouns: "owners of services",
  shownIn: {
    forms: ["service-owner", "service-teams"],
    tabs: ["service"],
    lists: ["owners_list", "owners_show"],
  },
  item: strictly(z.object({ name, connection, owner: ownerId, team: ofTeam })).refine(
    ({ owner, team }) => owner ?? team,
    { path: ["owner"], message: "is missing, and `team` too. Give one of them" },
  ),
  leftOut: {
    serviceId: "it is the key",
    name: "the cloud's present name is shown",
    "team(group).name": "Slack's present handle is kept",
    since: "when it was set here",
    by: "who set it here",
    askedAbout: "its progress",
  },
  key: textOf(serviceId),
  ignoresUnlisted: true,
  itemOf: ({ name, connection, ownerId: owner, team }) => ({ name, connection, owner, team }),
  async recordOf({ owner, team, ...item }, { key, by, at }, context) {
    const named = team && (await namedTeam(team, context));
    return { serviceId: key, ...item, ownerId: owner, team: named, since: at, by };
  },
  // A service's name may change in the cloud, and a group's handle in Slack.
  compared: (present, wanted) => ({
    ...present,
    name: wanted.name,
    team: comparedTeam(present.team, wanted.team),
  }),
  label: (_, item) => item.name,
  async named(item, id, context) {
    const label = await context.schedules.labels();
    return {
      ...item,
      name: label(id, "") || unknownService(id),
      team: item.team && (await namedTeam(item.team, context)),
    };
  },
});

/** What the audit log has of an owner. */
function factsOf(known: Ownership | undefined) {
  return { ownerId: known?.ownerId, team: known?.team && teamName(known.team) };
}
