import type { z } from "zod";
import { GrantedRole } from "./grants.ts";

/**
 * What somebody may do: a viewer reads; an operator also creates, and changes what concerns services and alerts; an admin
 * also says who may do what, and what the workspace is connected to. Each may do what those before it may.
 */
export const Role = GrantedRole;
export type Role = z.output<typeof Role>;

/** True where a role is that one, or one that may do more; who has none may do nothing. */
export function isAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && Role.options.indexOf(role) >= Role.options.indexOf(needed);
}

/** The role of those that may do most. */
export function highest(roles: readonly Role[]): Role | undefined {
  return Role.options.findLast((role) => roles.includes(role));
}

/** A role with its article, for a sentence. */
export function aRole(role: Role): string {
  return role === "viewer" ? "a viewer" : `an ${role}`;
}
