import { AppError } from "../../lib/errors.ts";
import type { Grants } from "./grants.ts";
import type { KnownPeople } from "./known-people.ts";
import { refusal } from "./refusal.ts";
import { type Look, type Person, type Standing, standingOf } from "./standing.ts";
import { type Role, isAtLeast } from "./role.ts";

/** Who may do what in one workspace, asked at the moment something is done. */
export interface Access {
  /** Undefined for those who may do nothing; fails as `upstream` or the like where Slack cannot tell and it may be more. */
  roleOf(person: Person, look?: Pick<Look, "fresh" | "patienceMs">): Promise<Role | undefined>;
  /** The same with the reasons, and without failing where Slack cannot tell. */
  standingOf(person: Person, look?: Look): Promise<Standing>;
  /** Fails as `forbidden`, in words that say who can help and how, where a person's role is less than that. */
  demand(person: Person, needed: Role, look?: Pick<Look, "fresh" | "patienceMs">): Promise<void>;
}

interface Parts {
  workspaceId: string;
  grants: Pick<Grants, "list">;
  people: KnownPeople;
}

/** Access by the grants of a workspace and by what Slack tells of its people. */
export function workspaceAccess(parts: Parts): Access {
  return {
    async roleOf(person, look = {}) {
      const { role, unsure } = await standingOf(person, look, parts);
      if (unsure && role !== "admin") throw cannotTell(unsure);
      return role;
    },
    standingOf: (person, look = {}) => standingOf(person, look, parts),
    async demand(person, needed, look = {}) {
      const standing = await standingOf(person, { ...look, enough: needed }, parts);
      if (isAtLeast(standing.role, needed)) return;
      if (standing.unsure) throw cannotTell(standing.unsure);
      throw await refusal(needed, standing, parts);
    },
  };
}

/** The same for who must answer Slack itself in time: Slack is waited for so long at each look. */
export function hurried(access: Access, patienceMs: number): Access {
  return {
    roleOf: (person, look) => access.roleOf(person, { ...look, patienceMs }),
    standingOf: (person, look) => access.standingOf(person, { ...look, patienceMs }),
    demand: (person, needed, look) => access.demand(person, needed, { ...look, patienceMs }),
  };
}

/** Never more than before: what Slack does not tell grants nothing. */
function cannotTell(cause: AppError): AppError {
  const { kind, message, retryAfterMs } = cause;
  const details = { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  if (kind === "auth") return new AppError("auth", `I cannot see who you are here. ${message}`, details);
  return new AppError(
    "upstream",
    "Slack does not tell just now who you are here, so I cannot say whether you may do this. Nothing was done; please try again in a minute.",
    details,
  );
}
