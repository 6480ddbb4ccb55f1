import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createPoster } from "@quartermaster/reference-cloud/alerting";
import { signed } from "../support/signed-webhook.ts";

/** A sender's address and authentication. */
export interface Sending {
  /** The hook's. */
  id: string;
  secret: string;
  isSigned: boolean;
}

/** A delivery's last response, and the earlier ones. */
interface Delivered {
  status: number | null;
  before: (number | null)[];
}

const [retryMs, mostTries] = [100, 600];

/** Sends like a sender: again at the next replica after no response or a failure. */
export function hookSender(address: (round: number) => string) {
  const poster = createPoster();
  return {
    async post({ id, secret, isSigned }: Sending, round: number, title: string): Promise<Delivered> {
      const key = randomUUID();
      const body = JSON.stringify({ eventId: title, state: "ALERT", title, body: `Round ${round}` });
      const before: (number | null)[] = [];
      for (;;) {
        const url = `${address(round + before.length)}/hooks/${id}`;
        const proof = isSigned
          ? signed({ by: secret, id: key, content: body })
          : { authorization: `Bearer ${secret}`, "idempotency-key": key };
        const [attempt] = await poster.post(
          { url, headers: proof, body },
          { waitsMs: [], timeoutMs: 10_000 },
        );
        const status = attempt?.status ?? null;
        const isFinal = status !== null && status < 500;
        if (isFinal || before.length === mostTries) return { status, before };
        before.push(status);
        await sleep(retryMs);
      }
    },
    close: () => poster.close(),
  };
}
