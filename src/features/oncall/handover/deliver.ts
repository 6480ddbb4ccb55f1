import { createHmac } from "node:crypto";
import { AppError } from "../../../lib/errors.ts";
import { truncate } from "../../../lib/text.ts";
import { type Hook, type Incident, readableTitle, webAddress } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import type { Handover, Stage } from "./record.ts";
import * as texts from "./texts.ts";

/** What a delivery uses of a workspace's context. */
export type DeliveryContext = Pick<
  OncallContext,
  "outward" | "secrets" | "pagerDutyUrl" | "publicUrl" | "incidents" | "messenger" | "now" | "moment"
>;

/** A process that was paused for longer sends nothing: another one may have gone on meanwhile. */
const leavesWithinMs = 15_000;

/** Why it was not taken, for the thread. Without secrets. */
export interface Refusal {
  reason: string;
  /** True if trying again helps only after someone changes something. */
  isLasting: boolean;
  retryAfterMs?: number | undefined;
}

/** Tells the other side once. Undefined if it took it. */
export async function deliver(
  { hook, handover, incident, stage }: { hook: Hook; handover: Handover; incident: Incident; stage: Stage },
  context: DeliveryContext,
): Promise<Refusal | undefined> {
  const sendBy = { since: context.moment(), forMs: leavesWithinMs };
  try {
    const [message] = await context.incidents.messagesOf([incident]);
    const messageUrl = message && (await context.messenger.linkTo(message));
    const news = { stage, incident, hook, messageUrl };
    const key = await context.secrets.resolve(handover.keyRef);
    const request =
      handover.kind === "pagerduty"
        ? { url: `${context.pagerDutyUrl}/v2/enqueue`, ...jsonOf(pagerDutyEvent(news, key)) }
        : await webhookRequest(news, key, handover, context);
    const answer = await context.outward({ method: "POST", ...request, sendBy });
    return refusalOf(answer, handover);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isLasting = error.kind !== "upstream" && error.kind !== "limited";
    return { reason: error.message, isLasting, retryAfterMs: error.retryAfterMs };
  }
}

function jsonOf(body: Record<string, unknown>) {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

async function webhookRequest(
  news: Parameters<typeof webhookBody>[0] & { hook: Hook },
  secret: string,
  { addressRef = "" }: Handover,
  { secrets, publicUrl, now }: DeliveryContext,
) {
  const url = await secrets.resolve(addressRef);
  const atMs = now().getTime();
  const callback = answersAddress(publicUrl, news.hook.id);
  const { body, headers } = jsonOf(webhookBody(news, { callback, atMs }));
  // The same id for each try, so a receiver knows it again.
  const id = `${news.incident.id}-${news.stage}`;
  return { url, body, headers: { ...headers, ...webhookHeaders(secret, { id, atMs, body }) } };
}

/** The address at which the other side says what its people did. */
export function answersAddress(publicUrl: string, hookId: string): string {
  return `${publicUrl}/handover/${hookId}`;
}

function refusalOf(
  { status, retryAfterMs }: { status: number; retryAfterMs?: number },
  { kind, host }: Handover,
): Refusal | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 429 || status === 408 || status >= 500)
    return { reason: texts.busy(host, status), isLasting: false, retryAfterMs };
  return { reason: texts.refusedBy(host, status, kind === "pagerduty"), isLasting: true };
}

/** News of an incident. */
interface HandoverNews {
  stage: Stage;
  incident: Incident;
  hook: Pick<Hook, "name">;
  /** The address of its message in Slack. */
  messageUrl: string | undefined;
}

// https://developer.pagerduty.com/docs/send-alert-event
const longestSummary = 1_024;
const actions: Readonly<Record<Stage, string>> = {
  triggered: "trigger",
  acknowledged: "acknowledge",
  resolved: "resolve",
};

/**
 * The body for PagerDuty's Events API v2. Its `dedup_key` is the incident's id: PagerDuty pages once for a key, however
 * often it hears of it.
 */
function pagerDutyEvent(
  { stage, incident, hook, messageUrl }: HandoverNews,
  routingKey: string,
): Record<string, unknown> {
  const { id, latest, severity, openedAtMs } = incident;
  const { alertName, group, value, threshold, link, runbook } = latest;
  const links = [
    { href: messageUrl, text: "Message in Slack" },
    { href: webAddress(link), text: "Console" },
    { href: webAddress(runbook), text: "Runbook" },
  ].filter(({ href }) => href !== undefined);
  const told = { routing_key: routingKey, event_action: actions[stage], dedup_key: id };
  if (stage !== "triggered") return told;
  return {
    ...told,
    client: "Quartermaster",
    ...(messageUrl && { client_url: messageUrl }),
    ...(links.length > 0 && { links }),
    payload: {
      summary: truncate(titleOfNews(incident), longestSummary),
      source: hook.name,
      severity: severity ?? "error",
      timestamp: new Date(openedAtMs).toISOString(),
      ...(group && { group }),
      ...(alertName && { class: alertName }),
      custom_details: {
        ...(value && { value }),
        ...(threshold && { limit: threshold }),
        events: incident.times,
      },
    },
  };
}

/** The body for a webhook. `callback` is where the other side posts what its people did. */
function webhookBody(
  { stage, incident, hook, messageUrl }: HandoverNews,
  { callback, atMs }: { callback: string; atMs: number },
): Record<string, unknown> {
  const { id, latest, severity, openedAtMs } = incident;
  const { alertName, group, value, threshold } = latest;
  const [link, runbook] = [webAddress(latest.link), webAddress(latest.runbook)];
  return {
    type: `incident.${stage}`,
    timestamp: new Date(atMs).toISOString(),
    data: {
      dedup_key: id,
      title: titleOfNews(incident),
      hook: hook.name,
      severity: severity ?? "error",
      began_at: new Date(openedAtMs).toISOString(),
      ...(alertName && { rule: alertName }),
      ...(group && { group }),
      ...(value && { value }),
      ...(threshold && { limit: threshold }),
      ...(messageUrl && { message: messageUrl }),
      ...(link && { console: link }),
      ...(runbook && { runbook }),
      callback,
    },
  };
}

function titleOfNews({ latest }: Incident): string {
  const { title } = readableTitle(latest, true);
  return title.trim() === "" ? "Alert" : title;
}

/** The headers of Standard Webhooks for a body. The same id again is the same message. */
function webhookHeaders(
  secret: string,
  { id, atMs, body }: { id: string; atMs: number; body: string },
): Record<string, string> {
  const seconds = String(Math.floor(atMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${signature}` };
}
