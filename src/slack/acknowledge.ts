import type { App } from "@slack/bolt";
import type { Logger } from "pino";

/**
 * Acknowledges what no listener has acknowledged as soon as all of them are done: what we do not listen to, and what
 * we cannot read. Bolt alone lets such a request wait for 3 s and answers 404, which people see as a broken app.
 */
export function acknowledgeEverything(bolt: App, log: Logger): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    let isAcknowledged = false;
    await processEvent({
      ...event,
      async ack(response) {
        isAcknowledged = true;
        await event.ack(response);
      },
    });
    if (isAcknowledged) return;
    log.warn(
      { type: event.body["type"], command: event.body["command"] },
      "nothing here answers this request",
    );
    await event.ack();
  };
}
