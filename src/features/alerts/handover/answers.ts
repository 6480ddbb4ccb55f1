import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { isEqualInConstantTime } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import { credentialsOf, isSigned } from "../receive/authenticate.ts";
import type { HandoverKind } from "./record.ts";

/** What someone did on the other side. */
export interface PeerNews {
  incidentId: string;
  what: "acknowledged" | "resolved" | "released";
  /** The person, if it was one and the other side says who. */
  name?: string | undefined;
  email?: string | undefined;
  atMs: number;
}

const text = z.string().trim().min(1).max(200);
const moment = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso));

// https://developer.pagerduty.com/docs/webhooks-overview
const PagerDutyWebhook = z.object({
  event: z.object({
    event_type: z.string(),
    occurred_at: moment,
    agent: z.object({ type: z.string(), summary: text.nullish() }).nullish(),
    data: z.object({ incident_key: z.string().nullish() }).nullish(),
  }),
});

const Webhook = z.object({
  type: z.string(),
  timestamp: moment,
  data: z.object({
    dedup_key: z.string(),
    by: z.object({ name: text.optional(), email: text.optional() }).optional(),
  }),
});

const words: Readonly<Record<string, PeerNews["what"]>> = {
  "incident.acknowledged": "acknowledged",
  "incident.resolved": "resolved",
  "incident.unacknowledged": "released",
};

/** Reads what the other side says; undefined if it is about nothing that we follow. */
export function readAnswer(kind: HandoverKind, body: string): PeerNews | undefined {
  return kind === "pagerduty" ? readPagerDuty(body) : readWebhook(body);
}

function readPagerDuty(body: string): PeerNews | undefined {
  const { data: read } = JsonText.pipe(PagerDutyWebhook).safeParse(body);
  const incidentId = read?.event.data?.incident_key;
  const what = read && words[read.event.event_type];
  if (!read || !what || !incidentId) return undefined;
  const { agent, occurred_at: atMs } = read.event;
  const name = agent?.type.startsWith("user") ? (agent.summary ?? undefined) : undefined;
  return { incidentId, what, name, atMs };
}

function readWebhook(body: string): PeerNews | undefined {
  const { data: read } = JsonText.pipe(Webhook).safeParse(body);
  const what = read && words[read.type];
  if (!read || !what) return undefined;
  return { incidentId: read.data.dedup_key, what, ...read.data.by, atMs: read.timestamp };
}

/** True if PagerDuty signed the body with this secret: one of the signatures is `v1=` and the HMAC in hex. */
export function isPagerDutys(secret: string, signatures: string, body: Buffer): boolean {
  const expected = `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return signatures
    .split(",")
    .map((each) => isEqualInConstantTime(each.trim(), expected))
    .includes(true);
}

/** True if the body is signed with this secret as Standard Webhooks do. */
export async function isWebhooks(
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<boolean> {
  const { signature } = credentialsOf(headers, "");
  return signature !== undefined && isSigned(secret, signature, body);
}
