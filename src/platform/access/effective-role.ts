import { AppError, isAppError } from "../../lib/errors.ts";
import type { Grant, Grants } from "./grants.ts";
import { type Role, highest, isAtLeast } from "./role.ts";
import { type KnownPeople, type PersonFacts, isPassing } from "./known-people.ts";

/** Who wants to do something, and the channel they do it in, where there is one. */
export interface Person {
  userId: string;
  channelId?: string | undefined;
}

/** Why somebody has a role: everybody has it, they are an admin in Slack, or it was granted. */
export type Reason = { role: Role; by: "everybody" | "slack" } | { role: Role; by: "grant"; grant: Grant };

/** What somebody may do in a workspace, and why. */
export interface EffectiveRole {
  /** Undefined for those who may do nothing. */
  role: Role | undefined;
  reasons: Reason[];
  /** What Slack tells of them; undefined where it was not needed, or does not tell. */
  facts: PersonFacts | undefined;
  /** What could not be found out, so that the role may be more. */
  unsure: AppError | undefined;
  /** The groups' grants that cannot count, since Slack does not let us look into groups. */
  unread: Grant[];
}

/** How closely to look. */
export interface RoleQuery {
  /** True where what was known a moment ago is not enough. */
  fresh?: boolean;
  /** For so long Slack is waited for at each look, in place of the usual 5 s: for who must answer Slack itself in time. */
  maxWaitMs?: number;
  /** Ends the looking as soon as the role is this one. */
  enough?: Role;
}

interface Parts {
  workspaceId: string;
  grants: Pick<Grants, "list">;
  people: KnownPeople;
}

/**
 * Finds out what somebody may do. A role of their own counts without a look at Slack; members of the workspace are viewers,
 * its admins and owners are admins, and a guest or somebody of elsewhere has nothing but what is granted to themselves.
 */
export async function effectiveRoleOf(
  person: Person,
  { fresh = false, enough = "admin", ...waitPolicy }: RoleQuery,
  { workspaceId, grants, people }: Parts,
): Promise<EffectiveRole> {
  const given = await grants.list();
  const own = reasonsOf(given.filter(({ kind, id }) => kind === "user" && id === person.userId));
  if (!fresh && isAtLeast(own[0]?.role, enough)) return effectiveRole(own);
  const found = await orUnsure(people.find(person.userId, { fresh, ...waitPolicy }));
  if (found instanceof AppError) {
    // Nobody that Slack knows; or nobody can say just now what else they are.
    return found.kind === "missing" ? effectiveRole([]) : { ...effectiveRole(own), unsure: found };
  }
  if (found.isGone) return { ...effectiveRole([]), facts: found };
  if (!isOfWorkspace(found, workspaceId)) return { ...effectiveRole(own), facts: found };
  const here = given.filter(({ kind, id }) => kind === "channel" && id === person.channelId);
  const reasons = [...usualReasons(found, workspaceId), ...own, ...reasonsOf(here)];
  const groups = given.filter(({ kind }) => kind === "group");
  const inGroups = await groupReasons(groups, {
    person,
    how: { fresh, ...waitPolicy },
    enough,
    reasons,
    people,
  });
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
  const everybody: Reason = { role: "viewer", by: "everybody" };
  // Where the app serves a whole organization, an admin of one of its workspaces is no admin of the others.
  const isAdmin = facts.isOrganizationAdmin || (facts.isAdmin && !isOrganization(workspaceId));
  return isAdmin ? [everybody, { role: "admin", by: "slack" }] : [everybody];
}

/** True for a full member of the workspace, or of the organization that the app is installed for. */
function isOfWorkspace({ isGuest, teamIds, enterpriseId }: PersonFacts, workspaceId: string): boolean {
  if (isGuest) return false;
  return isOrganization(workspaceId) ? enterpriseId === workspaceId : teamIds.includes(workspaceId);
}

// https://docs.slack.dev/enterprise/: the ids of organizations begin so, those of workspaces with a T
function isOrganization(workspaceId: string): boolean {
  return workspaceId.startsWith("E");
}

interface Wanted {
  person: Person;
  how: Pick<RoleQuery, "fresh" | "maxWaitMs">;
  enough: Role;
  reasons: readonly Reason[];
  people: KnownPeople;
}

/** What groups give; they are looked into only where that may make a difference. */
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
