import { credentialsOf, isSigned } from "../../alerts/index.ts";
import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { isEqualInConstantTime } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import type { HandoverKind } from "./record.ts";

/** What happened on the other side. "reopened" undoes "resolved", and "released" undoes "acknowledged". */
export interface PeerNews {
  incidentId: string;
  what: "acknowledged" | "resolved" | "released" | "reopened";
  /** The other side's own id of the event, under its signature. The same again is the same event. */
  eventId: string;
  /** The person, if it was one and the other side says who. */
  name?: string | undefined;
  email?: string | undefined;
  atMs: number;
}

const text = z.string().trim().min(1).max(200);
const id = z.string().min(1).max(500);
const moment = z.iso.datetime({ offset: true }).transform((iso) => Date.parse(iso));

// https://developer.pagerduty.com/docs/webhooks-overview
const PagerDutyWebhook = z.object({
  event: z.object({
    id,
    event_type: z.string(),
    occurred_at: moment,
    agent: z.object({ type: z.string(), summary: text.nullish() }).nullish(),
    data: z.object({ incident_key: z.string().nullish(), status: z.string().nullish() }).nullish(),
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
  "incident.reopened": "reopened",
};

/** In PagerDuty, whoever it goes to next has to acknowledge it again. Its status shows that. */
const passedOn = new Set(["incident.reassigned", "incident.escalated", "incident.delegated"]);

/** Reads what the other side says; undefined if it is about nothing that we follow. */
export function readAnswer(
  kind: HandoverKind,
  headers: IncomingHttpHeaders,
  body: string,
): PeerNews | undefined {
  return kind === "pagerduty" ? readPagerDuty(body) : readWebhook(headers, body);
}

/** Clocks may be so far apart. */
const aheadMs = 5 * minuteMs;
/** What is older is a copy of what was said before. The other side gives up far sooner. */
const longestAgeMs = 2 * dayMs;

/** True for a time at which the other side may have said something. */
export function isPlausible(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs + aheadMs && atMs >= nowMs - longestAgeMs;
}

function readPagerDuty(body: string): PeerNews | undefined {
  const { data: read } = JsonText.pipe(PagerDutyWebhook).safeParse(body);
  const incidentId = read?.event.data?.incident_key;
  if (!read || !incidentId) return undefined;
  const { id: eventId, event_type: type, agent, occurred_at: atMs, data } = read.event;
  const isOpenAgain = passedOn.has(type) && data?.status === "triggered";
  const what = isOpenAgain ? "released" : words[type];
  if (!what) return undefined;
  const name = agent?.type.startsWith("user") ? (agent.summary ?? undefined) : undefined;
  return { incidentId, what, eventId, name, atMs };
}

function readWebhook(headers: IncomingHttpHeaders, body: string): PeerNews | undefined {
  const { data: read } = JsonText.pipe(Webhook).safeParse(body);
  const what = read && words[read.type];
  const eventId = credentialsOf(headers, "").signature?.id;
  if (!read || !what || eventId === undefined) return undefined;
  return { incidentId: read.data.dedup_key, what, eventId, ...read.data.by, atMs: read.timestamp };
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
