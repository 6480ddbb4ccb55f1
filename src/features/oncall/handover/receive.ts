import { type Incident, workspaceOfHook } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import type { IncomingHttpHeaders } from "node:http";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { type FindingContext, type NamedPerson, findPerson } from "../rota/find-person.ts";
import { type PeerNews, isPagerDutys, isPlausible, isWebhooks, readAnswer } from "./answers.ts";
import { type Handover, handoverNames } from "./record.ts";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { RouteParts } from "../../../platform/http/web.ts";
import * as texts from "./texts.ts";

/** What came to a hook's address for answers. */
interface Delivery {
  hookId: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The outcome: 401 for a wrong signature or an unknown address, 400 for an impossible time, 202 for everything else. */
export type Received = "unauthorized" | "wrong time" | "accepted" | "ignored";

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
  await record(incident.latest.title, incidentId, news, who, context);
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
