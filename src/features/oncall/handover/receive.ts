import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { isEqualInConstantTime } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import { truncate } from "../../../lib/text.ts";
import type { RouteParts } from "../../../platform/http/web.ts";
import {
  type Incident,
  credentialsOf,
  isSigned,
  readableTitle,
  workspaceOfHook,
} from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { type FindingContext, type NamedPerson, findPerson } from "../rota/find-person.ts";
import { type Handover, type HandoverKind, handoverNames } from "./record.ts";
import * as texts from "./texts.ts";

/** What came to a hook's address for answers. */
interface Delivery {
  hookId: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The outcome: 401 for a wrong signature or an unknown address, 400 for an impossible time, 202 for everything else. */
type Received = "unauthorized" | "wrong time" | "accepted" | "ignored";

type ReceivingContext = FindingContext &
  Pick<
    OncallContext,
    "hooks" | "incidents" | "ingestSoon" | "handovers" | "secrets" | "audit" | "now" | "log"
  >;

/**
 * Takes what the other side says about an incident, once its signature is checked. The same event again changes nothing,
 * and an older one than the last changes nothing.
 */
async function receive({ hookId, headers, body }: Delivery, context: ReceivingContext): Promise<Received> {
  const { handover } = (await context.hooks.find(hookId)) ?? {};
  if (!handover || !(await isTheirs(handover, { headers, body }, context))) return "unauthorized";
  const news = readAnswer(handover.kind, headers, body.toString("utf8"));
  const incident = news && (await context.incidents.find(news.incidentId));
  if (!incident || incident.hookId !== hookId || incident.mentionedAtMs === undefined) return "ignored";
  const nowMs = context.now().getTime();
  if (!isPlausible(news.atMs, nowMs)) return "wrong time";
  if (!(await mayChange(incident, news, context))) return "ignored";
  const { what, eventId, atMs } = news;
  const { id: incidentId } = incident;
  const who = await personOf(news, handover, context);
  const action = { kind: "action", incidentId, atMs: nowMs, verb: "hear", what, ...who } as const;
  if (!(await context.handovers.hear(incident, { eventId, atMs, nowMs, action }))) return "ignored";
  context.ingestSoon(hookId);
  await record(readableTitle(incident.latest, true).title, incidentId, news, who, context);
  return "accepted";
}

/** False for what no longer concerns an incident. A later one of the same alert has taken its place. */
async function mayChange(
  incident: Incident,
  { what }: PeerNews,
  { incidents }: ReceivingContext,
): Promise<boolean> {
  if (what !== "reopened") return incident.state !== "resolved";
  const [present] = await incidents.presentOf(incident.hookId, [incident.key]);
  return present?.id === incident.id;
}

async function isTheirs(
  { kind, keyRef, answersRef }: Handover,
  { headers, body }: Pick<Delivery, "headers" | "body">,
  { secrets, log }: ReceivingContext,
): Promise<boolean> {
  const reference = kind === "pagerduty" ? answersRef : keyRef;
  if (reference === undefined) return false;
  try {
    const secret = await secrets.resolve(reference);
    if (kind === "webhook") return await isWebhooks(secret, headers, body);
    const signature = headers["x-pagerduty-signature"];
    return typeof signature === "string" && isPagerDutys(secret, signature, body);
  } catch (error) {
    if (!isAppError(error, "auth", "user")) throw error;
    log.warn({ err: error }, "couldn't read the secret that proves what comes back from a hand-over");
    return false;
  }
}

/** The person in Slack if we know them, with a name that says where they did it. */
async function personOf(news: PeerNews, { kind }: Handover, context: ReceivingContext) {
  const { name, email } = news;
  const where = handoverNames[kind];
  const userId = await knownPerson({ name, email }, context);
  return {
    userName: truncate(name === undefined ? where : texts.personThere(name, where), 80),
    ...(userId !== undefined && { userId }),
  };
}

/** What they did counts without their id too. */
async function knownPerson(person: NamedPerson, context: ReceivingContext): Promise<string | undefined> {
  try {
    return await findPerson(person, context);
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    context.log.info({ err }, "couldn't look for a person who did something where an alert was handed over");
    return undefined;
  }
}

/** Records what a person did. Nothing is lost if Redis refuses the entry: the incident shows it too. */
async function record(
  title: string,
  incidentId: string,
  { what }: PeerNews,
  { userId, userName }: { userId?: string; userName: string },
  context: ReceivingContext,
): Promise<void> {
  const action = `alert.${verbs[what]}` as const;
  try {
    await context.audit.record({
      at: context.now().toISOString(),
      userId: userId ?? "app",
      userName,
      action,
      subject: title,
      result: "done",
      after: { incidentId },
    });
  } catch (err) {
    if (!(err instanceof AppError)) throw err;
    context.log.warn({ err, incidentId }, "couldn't record what was done where an alert was handed over");
  }
}

const verbs = {
  acknowledged: "acknowledge",
  resolved: "resolve",
  released: "release",
  reopened: "reopen",
} as const;

const statuses = { unauthorized: 401, "wrong time": 400, accepted: 202, ignored: 202 } as const;

// An event of PagerDuty has a few KB.
const maxSize = 64 * 1024;

/** The address at which PagerDuty, or a webhook's receiver, says what its people did. */
export function handoverRoutes(app: Hono, { contextOf, log }: RouteParts<OncallContext>): void {
  app.post("/handover/:hookId", bodyLimit({ maxSize }), async (http) => {
    const hookId = http.req.param("hookId");
    const workspaceId = workspaceOfHook(hookId);
    if (workspaceId === undefined) return http.json({ status: "unauthorized" }, 401);
    try {
      const body = Buffer.from(await http.req.arrayBuffer());
      const headers = http.req.header();
      const received = await receive({ hookId, headers, body }, contextOf(workspaceId));
      return http.json({ status: received }, statuses[received]);
    } catch (error) {
      if (!isAppError(error, "upstream", "limited")) throw error;
      // The other side tries again.
      log.info({ err: error }, "couldn't take what was said about a hand-over");
      return http.json({ status: "unavailable" }, 503, { "retry-after": "5" });
    }
  });
}

/** What happened on the other side. "reopened" undoes "resolved", and "released" undoes "acknowledged". */
interface PeerNews {
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
function isPlausible(atMs: number, nowMs: number): boolean {
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
function isPagerDutys(secret: string, signatures: string, body: Buffer): boolean {
  const expected = `v1=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return signatures
    .split(",")
    .map((each) => isEqualInConstantTime(each.trim(), expected))
    .includes(true);
}

/** True if the body is signed with this secret as Standard Webhooks do. */
async function isWebhooks(secret: string, headers: IncomingHttpHeaders, body: Buffer): Promise<boolean> {
  const { signature } = credentialsOf(headers, "");
  return signature !== undefined && isSigned(secret, signature, body);
}
