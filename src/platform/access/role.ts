import { z } from "zod";

/**
 * A role: a viewer reads. An operator also creates and changes services and alerts. An admin also grants roles and
 * connects clouds. Each role includes the ones before it.
 */
export const Role = z.enum(["viewer", "operator", "admin"]);
export type Role = z.output<typeof Role>;

/** True if a role is this one or includes it. False for no role. */
export function isAtLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && Role.options.indexOf(role) >= Role.options.indexOf(needed);
}

/** The role that includes the others. */
export function highest(roles: readonly Role[]): Role | undefined {
  return Role.options.findLast((role) => roles.includes(role));
}

/** A role with its article, for a sentence. */
export function aRole(role: Role): string {
  return role === "viewer" ? "a viewer" : `an ${role}`;
}
