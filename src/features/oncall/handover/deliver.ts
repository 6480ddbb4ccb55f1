import type { Hook, Incident } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { pagerDutyEvent, webhookBody, webhookHeaders } from "./events.ts";
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
