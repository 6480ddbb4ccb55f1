import { AppError } from "../../lib/errors.ts";
import {
  type EffectiveRole,
  type Person,
  type RoleQuery,
  type RoleSources,
  effectiveRoleOf,
} from "./effective-role.ts";
import { type Role, aRole, isAtLeast } from "./role.ts";
import { capital, formatList, oneLine, truncate } from "../../lib/text.ts";
import type { How, PersonFacts } from "./known-people.ts";

const shownAdmins = 3;

/** A person's role is too little for what they asked. */
export class RoleRefusal extends AppError {
  readonly needed: Role;

  constructor(needed: Role, message: string) {
    super("forbidden", message);
    this.needed = needed;
  }
}

/** Says which role it takes, what the person is, who can change that, and how. */
async function refusal(
  needed: Role,
  { role, facts }: EffectiveRole,
  sources: RoleSources,
): Promise<RoleRefusal> {
  const admins = await adminNames(sources);
  const who = [...admins.slice(0, shownAdmins).map(plain), "an admin of this Slack workspace"];
  const how = `\`/db admin access grant ${facts ? `@${plain(facts.handle)}` : "@you"} ${needed}\``;
  return new RoleRefusal(
    needed,
    `You need the ${needed} role to do this, and ${whatTheyAre(role, facts)}. ${capital(formatList(who, "or"))} can give it to you: ${how}.`,
  );
}

function whatTheyAre(role: Role | undefined, facts: PersonFacts | undefined): string {
  if (role) return `you are ${aRole(role)} here`;
  if (facts?.isGone) return "your Slack account is deactivated";
  if (facts?.isGuest) return "guests have no role until an admin gives them one";
  return "people from other workspaces have no role until an admin gives them one";
}

/** Admins by grant, and by Slack if it answers. */
async function adminNames({ grants, people }: RoleSources): Promise<string[]> {
  const given = (await grants.list()).filter(({ kind, role }) => kind === "user" && role === "admin");
  const inSlack = await people.someAdmins().catch(() => []);
  return [...new Set([...inSlack, ...given].map(({ name }) => name))];
}

/** A person's name in a sentence that contains code. */
function plain(name: string): string {
  return truncate(oneLine(name), 60).replaceAll("`", "'");
}

/** Who may do what in one workspace. Ask at the moment of doing it. */
export interface Access {
  /**
   * Undefined for a person who may do nothing. Fails, for example as `upstream`, if Slack cannot answer and the role
   * may be more.
   */
  roleOf(person: Person, how?: How): Promise<Role | undefined>;
  /** The role with its reasons. Does not fail if Slack cannot answer. */
  effectiveRoleOf(person: Person, query?: RoleQuery): Promise<EffectiveRole>;
  /** Fails as a RoleRefusal, in words that say who can help and how, if the person's role is too little. */
  demand(person: Person, needed: Role, how?: How): Promise<void>;
}

/** Access by a workspace's grants and by Slack's facts about its people. */
export function workspaceAccess(sources: RoleSources): Access {
  return {
    async roleOf(person, query = {}) {
      const { role, unsure } = await effectiveRoleOf(person, query, sources);
      if (unsure && role !== "admin") throw cannotTell(unsure);
      return role;
    },
    effectiveRoleOf: (person, query = {}) => effectiveRoleOf(person, query, sources),
    async demand(person, needed, query = {}) {
      const effectiveRole = await effectiveRoleOf(person, { ...query, enough: needed }, sources);
      if (isAtLeast(effectiveRole.role, needed)) return;
      if (effectiveRole.unsure) throw cannotTell(effectiveRole.unsure);
      throw await refusal(needed, effectiveRole, sources);
    },
  };
}

/** Access for handlers that must answer Slack in time. Each check waits at most `maxWaitMs` for Slack. */
export function hurried(access: Access, maxWaitMs: number): Access {
  return {
    roleOf: (person, query) => access.roleOf(person, { ...query, maxWaitMs }),
    effectiveRoleOf: (person, query) => access.effectiveRoleOf(person, { ...query, maxWaitMs }),
    demand: (person, needed, query) => access.demand(person, needed, { ...query, maxWaitMs }),
  };
}

/** If Slack does not answer, no one gets more than before. */
function cannotTell(cause: AppError): AppError {
  const { kind, message, retryAfterMs } = cause;
  const details = { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (kind === "auth") return new AppError("auth", `I can't check your role. ${message}`, details);
  return new AppError(
    "upstream",
    "Slack isn't answering, so I can't check your role. I didn't do anything. Try again in a minute.",
    details,
  );
}
