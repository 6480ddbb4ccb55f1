import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { KeptPlace } from "../../../platform/jobs/message-place.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** What became of the question whether a workflow may create a service in its requester's name. */
export const WorkflowAnswer = z.object({
  kind: z.enum(["create", "approval", "declined", "lapsed", "unasked"]),
  at: z.iso.datetime(),
  /** The name of the person who pressed; absent if no one did. */
  userName: z.string().optional(),
});
export type WorkflowAnswer = z.output<typeof WorkflowAnswer>;

/** One such question: where it stands in direct messages, and its answer. */
export interface WorkflowAsk {
  place: z.output<typeof KeptPlace> | undefined;
  answer: WorkflowAnswer | undefined;
  /** True once its message shows the answer. */
  shown: boolean;
}

/** The questions that workflows have asked in one workspace, by the id of the request; kept for 30 days. */
export interface WorkflowAsks {
  find(requestId: string): Promise<WorkflowAsk>;
  /** Keeps the first answer; true if this is the first. */
  answer(requestId: string, answer: WorkflowAnswer): Promise<boolean>;
  posted(requestId: string, place: z.output<typeof KeptPlace>): Promise<void>;
  shown(requestId: string): Promise<void>;
}

const setFirst = script(`
local isFirst = redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
return isFirst`);

/** The questions of one workspace in Redis, a hash each. */
export function workflowAsks(redis: Redis, workspaceId: string): WorkflowAsks {
  const keyOf = (requestId: string) => keys.workflowAsk(workspaceId, requestId);

  async function set(requestId: string, field: string, value: string): Promise<boolean> {
    const args = [field, value, ttlInSeconds.request];
    return (await reachingRedis(() => setFirst(redis, [keyOf(requestId)], args))) === 1;
  }

  return {
    async find(requestId) {
      const key = keyOf(requestId);
      const { place, answer, shown } = await reachingRedis(() => redis.hgetall(key));
      return {
        place: place === undefined ? undefined : readRecord(KeptPlace, place, key),
        answer: answer === undefined ? undefined : readRecord(WorkflowAnswer, answer, key),
        shown: shown !== undefined,
      };
    },
    answer: (requestId, answer) => set(requestId, "answer", JSON.stringify(answer)),
    posted: async (requestId, place) => void (await set(requestId, "place", JSON.stringify(place))),
    shown: async (requestId) => void (await set(requestId, "shown", "1")),
  };
}
