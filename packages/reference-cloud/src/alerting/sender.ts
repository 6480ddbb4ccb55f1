import type { Clock } from "../clock.ts";
import { createDeliveries, type Deliveries, type Delivery } from "./deliveries.ts";
import { idempotencyKeyOf, testVariables, variablesOf } from "./notification.ts";
import type { Occasion } from "./link.ts";
import { createPoster, isDelivered, type WaitPolicy, usualWaitPolicy } from "./post.ts";
import { render, type Variables } from "./template.ts";
import { templateOf, type Webhook } from "./webhook.ts";

/** Posts notifications to webhooks like the real sender, older or newer. */
export interface Sender {
  readonly webhooks: Map<string, Webhook>;
  readonly deliveries: Deliveries;
  /** Older senders never report an end, try once, and have no idempotency key and fewer variables. */
  version: "newer" | "older";
  /** The waits between tries, in milliseconds. */
  waitsMs: readonly number[];
  /** Posts about an alert to its webhook, if it has one. */
  notify(occasion: Occasion): Promise<Delivery>;
  /** "Send test". */
  test(webhook: Webhook): Promise<Delivery>;
  /** Aborts all running posts. */
  close(): void;
}

interface Notice {
  alertId: string;
  group: string;
  webhookId: string;
}

/** A sender without webhooks. */
export function createSender(clock: Clock): Sender {
  const ending = new AbortController();
  const poster = createPoster();
  const sender: Sender = {
    webhooks: new Map(),
    deliveries: createDeliveries(),
    version: "newer",
    waitsMs: usualWaitPolicy.waitsMs,
    notify(occasion) {
      const { alert, group } = occasion;
      const { webhookId } = alert.channel;
      const variables = variablesOf(occasion, webhookId, sender.version);
      return send({ alertId: alert.id, group, webhookId }, variables);
    },
    test: ({ id, name }) =>
      send({ alertId: "", group: "", webhookId: id }, testVariables(name, clock.now().getTime())),
    close() {
      ending.abort();
      poster.close();
    },
  };

  async function send(notice: Notice, variables: Variables): Promise<Delivery> {
    const delivery = await delivered(notice, variables);
    sender.deliveries.add(delivery);
    return delivery;
  }

  async function delivered(notice: Notice, variables: Variables): Promise<Delivery> {
    const { webhookId } = notice;
    const webhook = sender.webhooks.get(webhookId);
    const { state, eventId, startTime, endTime } = variables;
    const what = { state: String(state), eventId: String(eventId) };
    const facts = { ...notice, ...what, startTime: Number(startTime), endTime: Number(endTime) };
    if (!webhook) return { ...facts, outcome: "not sent", reason: "There is no such webhook.", attempts: [] };
    const body = render(templateOf(webhook), variables);
    if (body === undefined)
      return { ...facts, outcome: "not sent", reason: "The template cannot be read.", attempts: [] };
    const idempotencyKey = sender.version === "newer" ? idempotencyKeyOf(variables) : undefined;
    const headers = { ...webhook.headers, ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }) };
    const attempts = await poster.post({ url: webhook.url, headers, body }, waitPolicy());
    const outcome = isDelivered(attempts) ? "delivered" : "failed";
    return { ...facts, idempotencyKey, outcome, body, attempts };
  }

  function waitPolicy(): WaitPolicy {
    const waitsMs = sender.version === "newer" ? sender.waitsMs : [];
    return { ...usualWaitPolicy, waitsMs, ending: ending.signal };
  }

  return sender;
}
