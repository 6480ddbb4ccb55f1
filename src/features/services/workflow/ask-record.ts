import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { KeptMessageRef, type MessageRef } from "../../../platform/jobs/messenger.ts";

/** The outcome of the question whether a workflow may create a service in its requester's name. */
const WorkflowAnswer = z.object({
  kind: z.enum(["create", "approval", "declined", "lapsed", "unasked"]),
  at: z.iso.datetime(),
  /** The name of the person who answered; absent without an answer. */
  userName: z.string().optional(),
});

export type WorkflowAnswer = z.output<typeof WorkflowAnswer>;

/** One such question: its direct message, and its answer. */
export interface WorkflowAsk {
  messageRef: MessageRef | undefined;
  answer: WorkflowAnswer | undefined;
  /** True once its message shows the answer. */
  shown: boolean;
}

const setFirst = script(`
local isFirst = redis.call('hsetnx', KEYS[1], ARGV[1], ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
return isFirst`);

/** The questions of workflows in one workspace in Redis, for 30 days: a hash each, by request id. */
export function workflowAsks(redis: RedisClient, workspaceId: string) {
  const keyOf = (requestId: string) => keys.workflowAsk(workspaceId, requestId);

  async function set(requestId: string, field: string, value: string): Promise<boolean> {
    const args = [field, value, ttlInSeconds.request];
    return (await reachingRedis(() => setFirst(redis, [keyOf(requestId)], args))) === 1;
  }

  return {
    /** The question. It is empty if it was not asked. */
    async find(requestId: string): Promise<WorkflowAsk> {
      const key = keyOf(requestId);
      const { messageRef, answer, shown } = await reachingRedis(() => redis.hgetall(key));
      return {
        messageRef: messageRef === undefined ? undefined : readRecord(KeptMessageRef, messageRef, key),
        answer: answer === undefined ? undefined : readRecord(WorkflowAnswer, answer, key),
        shown: shown !== undefined,
      };
    },
    /** Saves the first answer only. True if this is it. */
    answer: (requestId: string, answer: WorkflowAnswer) => set(requestId, "answer", JSON.stringify(answer)),
    /** Saves the question's message. */
    posted: (requestId: string, messageRef: MessageRef) =>
      set(requestId, "messageRef", JSON.stringify(messageRef)),
    /** Saves that the message shows the answer. */
    shown: (requestId: string) => set(requestId, "shown", "1"),
  };
}
