import { type Hook, type Incident, readableTitle, webAddress } from "../../alerts/index.ts";
import { createHmac } from "node:crypto";
import { truncate } from "../../../lib/text.ts";
import type { Stage } from "./record.ts";

/** News of an incident. */
export interface HandoverNews {
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
export function pagerDutyEvent(
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
export function webhookBody(
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
export function webhookHeaders(
  secret: string,
  { id, atMs, body }: { id: string; atMs: number; body: string },
): Record<string, string> {
  const seconds = String(Math.floor(atMs / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${signature}` };
}
