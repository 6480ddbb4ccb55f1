import { AppError, isAppError } from "../../lib/errors.ts";
import type { Grant, Grants } from "./grants.ts";
import { type Role, highest, isAtLeast } from "./role.ts";
import { type How, type KnownPeople, type PersonFacts, isPassing } from "./known-people.ts";

/** Who asks, and the channel they ask in, if there is one. */
export interface Person {
  userId: string;
  channelId?: string | undefined;
}

/** Why a person has a role: all members have it, they are an admin in Slack, or it was granted. */
export type Reason = { role: Role; by: "everyone" | "slack" } | { role: Role; by: "grant"; grant: Grant };

/** A person's role in a workspace, and its reasons. */
export interface EffectiveRole {
  /** Undefined for a person who may do nothing. */
  role: Role | undefined;
  reasons: Reason[];
  /** Slack's facts about the person. Undefined if they were not needed, or Slack does not answer. */
  facts: PersonFacts | undefined;
  /** Set if something couldn't be read, so the role may be more. */
  unsure: AppError | undefined;
  /** Grants to groups that do not count, because Slack does not let us read the groups. */
  unread: Grant[];
}

/** How precise a role must be. */
export interface RoleQuery extends How {
  /** Stops reading once the role is this one. */
  enough?: Role;
}

/** The sources of a workspace's roles. */
export interface RoleSources {
  workspaceId: string;
  grants: Pick<Grants, "list">;
  people: KnownPeople;
}

/**
 * Finds a person's role. A grant to the person counts without asking Slack. Members of the workspace are viewers, its
 * admins and owners are admins. Guests and people from elsewhere have only what was granted to them by name.
 */
export async function effectiveRoleOf(
  person: Person,
  { enough = "admin", ...how }: RoleQuery,
  { workspaceId, grants, people }: RoleSources,
): Promise<EffectiveRole> {
  const given = await grants.list();
  const own = reasonsOf(given.filter(({ kind, id }) => kind === "user" && id === person.userId));
  if (!how.fresh && isAtLeast(own[0]?.role, enough)) return effectiveRole(own);
  const found = await orUnsure(people.find(person.userId, how));
  if (found instanceof AppError) {
    // Slack does not know the person, or cannot tell more now.
    return found.kind === "missing" ? effectiveRole([]) : { ...effectiveRole(own), unsure: found };
  }
  if (found.isGone) return { ...effectiveRole([]), facts: found };
  if (!isOfWorkspace(found, workspaceId)) return { ...effectiveRole(own), facts: found };
  const here = given.filter(({ kind, id }) => kind === "channel" && id === person.channelId);
  const reasons = [...usualReasons(found, workspaceId), ...own, ...reasonsOf(here)];
  const groups = given.filter(({ kind }) => kind === "group");
  const inGroups = await groupReasons(groups, { person, how, enough, reasons, people });
  return { ...effectiveRole([...reasons, ...inGroups.reasons]), ...inGroups.troubles, facts: found };
}

function effectiveRole(reasons: Reason[]): EffectiveRole {
  const role = highest(reasons.map((reason) => reason.role));
  return { role, reasons, facts: undefined, unsure: undefined, unread: [] };
}

function reasonsOf(grants: readonly Grant[]): Reason[] {
  return grants.map((grant) => ({ role: grant.role, by: "grant", grant }));
}

function usualReasons(facts: PersonFacts, workspaceId: string): Reason[] {
  const everyone: Reason = { role: "viewer", by: "everyone" };
  // If the app serves a whole organization, an admin of one workspace is not an admin of the others.
  const isAdmin = facts.isOrganizationAdmin || (facts.isAdmin && !isOrganization(workspaceId));
  return isAdmin ? [everyone, { role: "admin", by: "slack" }] : [everyone];
}

/** True for a full member of the workspace, or of the organization that installed the app. */
function isOfWorkspace({ isGuest, teamIds, enterpriseId }: PersonFacts, workspaceId: string): boolean {
  if (isGuest) return false;
  return isOrganization(workspaceId) ? enterpriseId === workspaceId : teamIds.includes(workspaceId);
}

// https://docs.slack.dev/enterprise/: ids of organizations begin with E, ids of workspaces with T
function isOrganization(workspaceId: string): boolean {
  return workspaceId.startsWith("E");
}

interface Wanted {
  person: Person;
  how: How;
  enough: Role;
  reasons: readonly Reason[];
  people: KnownPeople;
}

/** Roles from groups. Reads a group only if it may make a difference. */
async function groupReasons(groups: readonly Grant[], { person, how, enough, reasons, people }: Wanted) {
  const before = highest(reasons.map(({ role }) => role));
  const counting = isAtLeast(before, enough) ? [] : groups;
  const readings = await Promise.all(
    counting.map(async (grant) => ({
      grant,
      found: await orUnsure(people.isMember(grant.id, person.userId, how)),
    })),
  );
  const failed = readings.flatMap(({ grant, found }) =>
    found instanceof AppError ? [{ grant, found }] : [],
  );
  return {
    reasons: reasonsOf(readings.flatMap(({ grant, found }) => (found === true ? [grant] : []))),
    troubles: {
      unsure: failed.find(({ found }) => isPassing(found))?.found,
      unread: failed.filter(({ found }) => isAppError(found, "auth", "forbidden")).map(({ grant }) => grant),
    },
  };
}

async function orUnsure<T>(reading: Promise<T>): Promise<T | AppError> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
