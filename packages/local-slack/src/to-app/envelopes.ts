import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import { z } from "zod";
import { parseBody, unlessEmpty } from "./answer-body.ts";
import type { AppAnswer, Delivery } from "./delivery.ts";

const Acknowledgement = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

/** Pending requests over sockets, and their acknowledgements. */
export interface Envelopes {
  /** Sends a request and resolves with its acknowledgement, or with a timeout. */
  send(socket: WebSocket, delivery: Delivery): Promise<AppAnswer>;
  /** Resolves the envelope that a message acknowledges. False if the message is not an acknowledgement. */
  acknowledge(message: string): boolean;
}

/** Keeps each envelope until it is acknowledged or its time is over. */
export function createEnvelopes(timeoutMs: number): Envelopes {
  const waiting = new Map<string, (answer: AppAnswer) => void>();
  return {
    send(socket, delivery) {
      const id = randomUUID();
      return new Promise((resolve) => {
        const finish = (answer: AppAnswer): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(
          () => finish({ ok: false, status: null, reason: "http_timeout" }),
          timeoutMs,
        );
        waiting.set(id, finish);
        socket.send(JSON.stringify(envelope(id, delivery)));
      });
    },
    acknowledge(message) {
      const read = Acknowledgement.safeParse(parseBody(message, "application/json").value);
      if (!read.success) return false;
      const { envelope_id, payload } = read.data;
      waiting.get(envelope_id)?.({ ok: true, status: 200, body: unlessEmpty(payload) });
      return true;
    },
  };
}

function envelope(id: string, { type, payload, retry }: Delivery): object {
  return {
    envelope_id: id,
    type,
    accepts_response_payload: type !== "events_api",
    ...(retry && { retry_attempt: retry.number, retry_reason: retry.reason }),
    payload,
  };
}
