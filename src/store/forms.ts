import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

/** A form that somebody has open, or closed lately: what was typed, and where it was asked for. */
export const OpenForm = z.object({
  formId: z.string(),
  form: z.string(),
  userId: z.string(),
  /** Where `/db` was typed, and where the outcome is announced; absent when the form was opened from App Home. */
  channelId: z.string().optional(),
  viewId: z.string().optional(),
  /** Rises with every refused submission, so that a repeated click on one view stays one request. */
  attempt: z.number().int(),
  /** The request's fields as typed so far, by their names in the specification. */
  values: z.record(z.string(), z.unknown()),
});
export type OpenForm = z.infer<typeof OpenForm>;

/** Keeps one workspace's open forms for a day. */
export interface OpenForms {
  save(form: OpenForm): Promise<void>;
  find(formId: string): Promise<OpenForm | undefined>;
}

/** The open forms of one workspace in Redis, a key each. */
export function openForms(redis: Redis, workspaceId: string): OpenForms {
  return {
    async save(form) {
      const key = keys.form(workspaceId, form.formId);
      await reachingRedis(() => redis.set(key, JSON.stringify(form), "EX", ttlInSeconds.form));
    },
    async find(formId) {
      const key = keys.form(workspaceId, formId);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(OpenForm, stored, key);
    },
  };
}
