import { createHmac, randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { Webhook } from "standardwebhooks";
import { listening } from "./listening.ts";

const PagerDutyEvent = z.looseObject({
  routing_key: z.string(),
  event_action: z.enum(["trigger", "acknowledge", "resolve"]),
  dedup_key: z.string(),
});

const WebhookEvent = z.looseObject({
  type: z.enum(["incident.triggered", "incident.acknowledged", "incident.resolved"]),
  data: z.looseObject({ dedup_key: z.string(), callback: z.string() }),
});

const actions = {
  "incident.triggered": "trigger",
  "incident.acknowledged": "acknowledge",
  "incident.resolved": "resolve",
} as const;

/** What the other side did with a request. A lost answer was carried out. */
type Fault = "lost" | "refused" | "busy";

/** An incident on the other side. */
export interface Paged {
  key: string;
  status: "triggered" | "acknowledged" | "resolved";
  /** How often someone was woken for it. */
  pages: number;
  /** Every action that came, in order. */
  told: string[];
  /** The last body. */
  body: unknown;
}

/** The status of an incident after each thing that may happen to it. */
const statusAfter = {
  acknowledged: "acknowledged",
  resolved: "resolved",
  unacknowledged: "triggered",
  reassigned: "triggered",
  escalated: "triggered",
  reopened: "triggered",
} as const;
export type PagerDutyChange = keyof typeof statusAfter;

/** A stand-in for PagerDuty and for a receiver of signed webhooks. It pages once for a key until that is resolved. */
export interface PagerDuty extends AsyncDisposable {
  readonly url: string;
  readonly routingKey: string;
  readonly signingSecret: string;
  /** The secret that PagerDuty's own webhooks are signed with. */
  readonly answersSecret: string;
  readonly incidents: ReadonlyMap<string, Paged>;
  /** The bodies of all requests, as text. */
  readonly bodies: readonly string[];
  /** What to do with the next requests. */
  fail(...faults: readonly Fault[]): void;
  /** Called after a request was carried out and before its answer. */
  onTold: (action: string) => void | Promise<void>;
  /**
   * A person, PagerDuty itself (`by` is null) or a service does something. PagerDuty posts that to this address, signed.
   * Returns the status.
   */
  answer(
    key: string,
    what: PagerDutyChange,
    to: { url: string; by?: string | null; secret?: string; id?: string; at?: string },
  ): Promise<number>;
  /** The same from a receiver of webhooks, as Standard Webhooks. */
  answerSigned(
    key: string,
    what: "acknowledged" | "resolved" | "unacknowledged" | "reopened",
    to: { url: string; by?: { name?: string; email?: string }; secret?: string; id?: string; at?: string },
  ): Promise<number>;
}

/** Starts it on a free port. */
export async function startPagerDuty(): Promise<PagerDuty> {
  const routingKey = randomUUID().replaceAll("-", "");
  const signingSecret = `whsec_${Buffer.from(randomUUID()).toString("base64")}`;
  const answersSecret = randomUUID();
  const incidents = new Map<string, Paged>();
  const seenIds = new Set<string>();
  const bodies: string[] = [];
  const faults: Fault[] = [];

  function carryOut(key: string, action: string, body: unknown): void {
    const known = incidents.get(key) ?? { key, status: "resolved", pages: 0, told: [], body };
    const isOpen = incidents.has(key) && known.status !== "resolved";
    if (action === "trigger" && !isOpen)
      Object.assign(known, { status: "triggered", pages: known.pages + 1 });
    if (action === "acknowledge" && isOpen) known.status = "acknowledged";
    if (action === "resolve" && isOpen) known.status = "resolved";
    known.told.push(action);
    known.body = body;
    incidents.set(key, known);
  }

  function read(request: IncomingMessage, body: string): { key: string; action: string } | undefined {
    if (request.url === "/v2/enqueue") {
      const event = PagerDutyEvent.parse(JSON.parse(body));
      if (event.routing_key !== routingKey) return undefined;
      carryOut(event.dedup_key, event.event_action, event);
      return { key: event.dedup_key, action: event.event_action };
    }
    // Tests move the app's clock, so the package's own check of the time would refuse it.
    const id = String(request.headers["webhook-id"]);
    const at = new Date(Number(request.headers["webhook-timestamp"]) * 1_000);
    const signature = new Webhook(signingSecret).sign(id, at, body);
    if (request.headers["webhook-signature"] !== signature) return undefined;
    const { type, data } = WebhookEvent.parse(JSON.parse(body));
    const action = actions[type];
    // A receiver knows a message again by its id.
    if (!seenIds.has(id)) carryOut(data.dedup_key, action, { type, data });
    seenIds.add(id);
    return { key: data.dedup_key, action };
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    bodies.push(body);
    const fault = faults.shift();
    if (fault === "busy") return void response.writeHead(503).end();
    if (fault === "refused") return void response.writeHead(400).end('{"status":"invalid event"}');
    const known = read(request, body);
    if (!known) return void response.writeHead(400).end('{"status":"invalid key"}');
    await parts.onTold(known.action);
    if (fault === "lost") return void request.socket.destroy();
    response.writeHead(202, { "content-type": "application/json" });
    response.end(JSON.stringify({ status: "success", dedup_key: known.key }));
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const { url, close } = await listening(server);

  const parts: PagerDuty = {
    url,
    routingKey,
    signingSecret,
    answersSecret,
    incidents,
    bodies,
    fail: (...more) => void faults.push(...more),
    onTold: () => undefined,
    async answer(key, what, to) {
      const { by = "Noor Haddad", secret = answersSecret } = to;
      const { id = randomUUID(), at = new Date().toISOString() } = to;
      const known = incidents.get(key);
      const status = statusAfter[what];
      if (known) known.status = status;
      const event = {
        id,
        event_type: `incident.${what}`,
        resource_type: "incident",
        occurred_at: at,
        agent: by === null ? null : { id: "PLH1HKV", type: "user_reference", summary: by },
        data: { id: "PGR0VU2", type: "incident", incident_key: key, status },
      };
      const body = JSON.stringify({ event });
      const signature = createHmac("sha256", secret).update(body).digest("hex");
      return post(to.url, body, { "x-pagerduty-signature": `v1=${"0".repeat(64)},v1=${signature}` });
    },
    async answerSigned(key, what, to) {
      const { by, secret = signingSecret, id = randomUUID(), at = new Date().toISOString() } = to;
      const body = JSON.stringify({
        type: `incident.${what}`,
        timestamp: at,
        data: { dedup_key: key, ...(by && { by }) },
      });
      const sentAt = new Date();
      return post(to.url, body, {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1_000)),
        "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
      });
    },
    [Symbol.asyncDispose]: close,
  };
  return parts;
}

async function post(to: string, body: string, headers: Record<string, string>): Promise<number> {
  const all = { "content-type": "application/json", ...headers };
  return (await fetch(to, { method: "POST", body, headers: all })).status;
}
