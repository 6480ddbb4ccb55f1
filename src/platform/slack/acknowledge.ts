import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";

/**
 * Acknowledges what no listener has acknowledged as soon as all of them are done: what we do not listen to, and what
 * we cannot read, but for a workflow's step. Bolt alone lets such a request wait for 3 s and answers 404, which people
 * see as a broken app.
 */
export function acknowledgeEverything(bolt: App, log: Logger): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    let isAcknowledged = false;
    await processEvent({
      ...event,
      async ack(response) {
        // A button in a form's modal has two listeners, and Bolt refuses a second acknowledgement.
        if (isAcknowledged) return;
        isAcknowledged = true;
        await event.ack(response);
      },
    });
    if (isAcknowledged) return;
    // A workflow waits for the outcome of its step: Slack has to tell of it again.
    if (isStep(event.body)) throw new AppError("upstream", "A workflow's step was not accepted.");
    log.warn(
      { type: event.body["type"], command: event.body["command"] },
      "nothing here answers this request",
    );
    await event.ack();
  };
}

const StepEvent = z.looseObject({ event: z.looseObject({ type: z.literal("function_executed") }) });

function isStep(body: unknown): boolean {
  return StepEvent.safeParse(body).success;
}
