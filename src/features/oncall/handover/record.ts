import type { Hook, Incident } from "../../alerts/index.ts";
import { z } from "zod";
import { hostName, kept, userId } from "../../../lib/kinds.ts";

/** Who may take over from Slack: PagerDuty by its Events API v2, or a webhook that signs like ours. */
export const handoverKinds = ["pagerduty", "webhook"] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/** Where a hook's alerts go when they escalate. It holds references only. */
export const Handover = z.object({
  kind: z.enum(handoverKinds),
  /** Where the routing key, or the secret that both sides sign with, is kept. */
  keyRef: z.string(),
  /** Where the address of a webhook is kept. It may hold a token. */
  addressRef: z.string().optional(),
  /** Where the secret is kept that PagerDuty signs its own webhooks with. Without it, nothing comes back. */
  answersRef: z.string().optional(),
  /** For people: the host that it leads to. */
  host: kept(hostName),
  userId: kept(userId),
  at: z.iso.datetime(),
});
export type Handover = z.output<typeof Handover>;

/** The references of a hand-over, to delete what they lead to. */
export function referencesOf({ keyRef, addressRef, answersRef }: Handover): string[] {
  return [keyRef, addressRef, answersRef].filter((reference) => reference !== undefined);
}

/** How a person calls it. */
export const handoverNames: Readonly<Record<HandoverKind, string>> = {
  pagerduty: "PagerDuty",
  webhook: "the webhook",
};

/** What the other side should know of an incident, in order. It never goes back. */
export const stages = ["triggered", "acknowledged", "resolved"] as const;
export type Stage = (typeof stages)[number];

/** What the other side knows. While it is being told, it may or may not know. */
export type Told = Stage | "triggering";

/** What the other side should know of an incident; undefined before it has escalated. */
export function stageOf({ state, mentionedAtMs, latest }: Incident): Stage | undefined {
  if (mentionedAtMs === undefined || latest.isTest) return undefined;
  if (state === "resolved") return "resolved";
  // Someone has a snoozed alert too.
  return state === "firing" ? "triggered" : "acknowledged";
}

/**
 * What to tell the other side next. Nothing about an alert that someone took, or that ended, before the first message: it
 * needs no page. Nothing that it knows.
 */
export function nextOf(wanted: Stage | undefined, told: Told | undefined): Stage | undefined {
  if (wanted === undefined) return undefined;
  if (told === undefined) return wanted === "triggered" ? wanted : undefined;
  if (told === "triggering") return wanted;
  return stages.indexOf(wanted) > stages.indexOf(told) ? wanted : undefined;
}

/** True if the other side should hear of a change of an incident. */
export function isHandoverDue(hook: Hook, before: Incident | undefined, after: Incident): boolean {
  if (!hook.handover) return false;
  const stage = stageOf(after);
  return stage !== undefined && stage !== (before && stageOf(before));
}
