import { z } from "zod";
import { type Kind, kept, wordKind } from "../../lib/kinds.ts";
import { providers, regions } from "../cloud/services/request.ts";
import { Role, highest } from "./role.ts";
import { keys } from "../redis/keys.ts";
import type { RedisClient } from "../redis/connect.ts";
import { type Kept, type Records, records } from "../redis/records.ts";
import { code } from "../blocks/escape.ts";
import { formatList, plural } from "../../lib/text.ts";

/** A pattern for names of services. */
const namePattern: Kind = {
  expected: "a pattern for names of letters, digits, spaces and *, such as dev *",
  read: (typed) => (/^[a-z0-9 *]{1,50}$/i.test(typed) ? typed : undefined),
};

/** What people with a role may create. An absent part is unlimited. */
export const CreateLimits = z.object({
  providers: z
    .array(kept(wordKind("a cloud provider", providers)))
    .min(1)
    .optional(),
  regions: z
    .array(kept(wordKind("a region", regions)))
    .min(1)
    .optional(),
  /** Of all replicas together, at their largest size. */
  totalMemoryGb: z.number().positive().optional(),
  /** The name must match one of these patterns, without case. "*" is any text. */
  names: z
    .array(kept(namePattern, z.string().max(100)))
    .min(1)
    .optional(),
  /** True if the request must name the addresses that may reach the service. */
  needsAddresses: z.literal(true).optional(),
  /** True if no address range about as wide as the whole Internet may reach it. */
  keepsWorldOut: z.literal(true).optional(),
  /** A new service ends after so many days if no one says otherwise. */
  expiresAfterDays: z.int().positive().optional(),
  /** A service may be kept so many days from now at most. */
  mostDays: z.int().positive().optional(),
  /** A service that ended is deleted so many days after it was stopped. */
  deletesAfterDays: z.int().positive().optional(),
});
export type CreateLimits = z.infer<typeof CreateLimits>;

/** By role. Limits that can't be read are a bug, because a failure must not allow more. */
export const keptLimits: Kept<CreateLimits> = { schema: CreateLimits, key: keys.createLimits };

/** What each role of one workspace may create. A role without limits has no record. */
export interface AllCreateLimits extends Records<CreateLimits> {
  list(): Promise<{ role: Role; limits: CreateLimits }[]>;
}

/**
 * The role with the limits that bind a person who acts on what was made under a role. A person below operators, such as a viewer
 * who owns a service, is bound like an operator: limits of viewers say what they may ask for, not what they may keep.
 */
export function bindingRole(role: Role | undefined): Role {
  return highest(["operator", ...(role ? [role] : [])]) ?? "operator";
}

/** The limits of one workspace in Redis. */
export function createLimits(redis: RedisClient, workspaceId: string): AllCreateLimits {
  const kept = records(keptLimits, redis, workspaceId);
  return {
    ...kept,
    async list() {
      const all = await kept.all();
      return Role.options.flatMap((role) => {
        const limits = all.get(role);
        return limits ? [{ role, limits }] : [];
      });
    },
  };
}

/** The limits in mrkdwn after a colon, as in "only on aws, at most 96 GB in all, kept for at most 30 days". */
export function formatLimits(limits: CreateLimits): string {
  const { providers, regions, totalMemoryGb, names, needsAddresses, keepsWorldOut } = limits;
  const { expiresAfterDays, mostDays, deletesAfterDays } = limits;
  return [
    ...(providers ? [`only on ${formatList(providers, "or")}`] : []),
    ...(regions ? [`only in ${formatList(regions, "or")}`] : []),
    ...(totalMemoryGb === undefined ? [] : [`at most ${totalMemoryGb} GB in all`]),
    ...(names ? [`with a name such as ${formatList(names.map(code), "or")}`] : []),
    ...(needsAddresses ? ["with a list of allowed addresses"] : []),
    ...(keepsWorldOut ? ["with no address range as wide as 0.0.0.0/0"] : []),
    ...(expiresAfterDays === undefined ? [] : [`ending after ${plural(expiresAfterDays, "day")} by default`]),
    ...(mostDays === undefined ? [] : [`kept for at most ${plural(mostDays, "day")}`]),
    ...(deletesAfterDays === undefined ? [] : [`deleted ${plural(deletesAfterDays, "day")} after their end`]),
  ].join(", ");
}
