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
