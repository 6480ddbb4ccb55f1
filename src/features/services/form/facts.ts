import { defaultConnection } from "../../connections/index.ts";
import { z } from "zod";
import { Role } from "../../../platform/access/role.ts";
import { CreateLimits } from "../../../platform/access/create-limits.ts";
import type { FormFacts } from "../../../platform/forms/form.ts";

const Choice = z.object({ value: z.string(), text: z.string() });

/** What the form that creates a service knows beside what is typed. */
export const CreateFacts = z.object({
  /** The workspace's connections by name. */
  connections: z.array(z.string()).default([]),
  /** The names of its presets. */
  presets: z.array(z.string()).default([]),
  /** Services whose backups it can start from; the value is the service's id. */
  services: z.array(Choice.extend({ connection: z.string().default(defaultConnection) })).default([]),
  /** The names that known services have, each in its connection. */
  taken: z.array(z.object({ name: z.string(), connection: z.string() })).default([]),
  /** The services that the cloud of a connection lists, as far as it was read. */
  listed: z.object({ connection: z.string(), names: z.array(z.string()) }).optional(),
  /** Something to say above the first step, in mrkdwn. */
  note: z.string().optional(),
  /** The preset it started from, and what of it is no longer allowed, in plain sentences. */
  preset: z.object({ name: z.string(), problems: z.array(z.string()) }).optional(),
  /** The backups of one of those services, as far as they were read. */
  backups: z
    .object({ serviceId: z.string(), choices: z.array(Choice), state: z.enum(["reading", "read", "failed"]) })
    .optional(),
  /** Why the backups could not be read, in mrkdwn. */
  backupTrouble: z.string().optional(),
  /** Where the service runs whose backups those are, as far as its cloud tells. */
  origin: z
    .object({
      serviceId: z.string(),
      name: z.string(),
      provider: z.string().optional(),
      region: z.string().optional(),
      tier: z.string().optional(),
    })
    .optional(),
  /** What it will cost a day, in mrkdwn. */
  estimate: z.string().optional(),
  /** Whose approval it needs and why, in mrkdwn; absent where it needs none. */
  approval: z.string().optional(),
  /** What those of its person's role may create, where that is limited. */
  limitedAs: Role.optional(),
  limits: CreateLimits.optional(),
  /** When it was last asked to be saved as a preset. */
  presetAskedAt: z.string().optional(),
  /** Where the content was saved as a preset, its name. */
  savedAs: z.string().optional(),
});
export type CreateFacts = z.output<typeof CreateFacts>;

/** What a form's facts say; what does not fit the schema is a newer or an older version's, and left out. */
export function factsOf(facts: FormFacts): CreateFacts {
  return CreateFacts.safeParse(facts).data ?? CreateFacts.parse({});
}
