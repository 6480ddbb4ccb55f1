import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Fault } from "../fault.ts";
import type { JsonObject } from "../json.ts";

/** A call's response and HTTP status. Null if the connection ends instead. */
export interface Answered {
  status: number | null;
  answer: JsonObject | string;
  retryAfterMs?: number | undefined;
}

/** Answers a call by its fault. `work` does the call's work. */
export async function misbehave(fault: Fault, env: HttpBindings, work: () => Answered): Promise<Answered> {
  switch (fault.kind) {
    case "limited":
      return {
        status: 429,
        answer: { ok: false, error: "ratelimited" },
        retryAfterMs: fault.retryAfterSeconds * 1000,
      };
    case "status":
      return { status: fault.status, answer: `${fault.status} from the local Slack, on request` };
    case "error":
      return { status: 200, answer: refusal(fault.error, fault.messages) };
    case "delay":
      await pause(fault.ms, env);
      return work();
    case "hang":
      await pause(fault.ms, env);
      return silence;
    case "drop-before":
      return silence;
    case "drop-after":
      return { ...work(), status: null };
  }
}

const silence: Answered = { status: null, answer: "" };

function refusal(error: string, messages: readonly string[]): JsonObject {
  return { ok: false, error, ...(messages.length > 0 && { response_metadata: { messages } }) };
}

/** Ends early if the caller disconnects. */
async function pause(ms: number, { outgoing }: HttpBindings): Promise<void> {
  await Promise.race([wait(ms, undefined, { ref: false }), once(outgoing, "close")]);
}
