import { z } from "zod";

/**
 * What somebody may do: a viewer reads; an operator also creates, and changes what concerns services and alerts; an admin
 * also says who may do what, and what the workspace is connected to. Each may do what those before it may.
 */
export const Role = z.enum(["viewer", "operator", "admin"]);
export type Role = z.output<typeof Role>;

/** True where a role is that one, or one that may do more. */
export function isAtLeast(role: Role, needed: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(needed);
}
