import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import { hostName, textOf } from "../../../lib/kinds.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import type { AlertsContext } from "../context.ts";
import { type Handover, handoverKinds } from "./record.ts";
import * as texts from "./texts.ts";

/** A hand-over as code: where it leads, and where its secrets are kept. */
export const HandoverItem = z.strictObject({
  to: z.enum(handoverKinds),
  /** The host of a webhook. */
  host: textOf(hostName).optional(),
  key: CredentialReference,
  address: CredentialReference.optional(),
  answers: CredentialReference.optional(),
});
export type HandoverItem = z.output<typeof HandoverItem>;

/** A hook's hand-over as code. */
export function handoverItemOf({ kind, keyRef, addressRef, answersRef, host }: Handover): HandoverItem {
  return HandoverItem.parse({
    to: kind,
    host: kind === "webhook" ? host : undefined,
    key: keyRef,
    address: addressRef,
    answers: answersRef,
  });
}

/** The record of a hand-over as code. */
export function handoverOf(
  { to, host, key, address, answers }: HandoverItem,
  { pagerDutyUrl }: Pick<AlertsContext, "pagerDutyUrl">,
  stamp: Pick<Handover, "userId" | "at">,
): Handover {
  return {
    kind: to,
    keyRef: key,
    addressRef: address,
    answersRef: answers,
    host: host ?? new URL(pagerDutyUrl).host,
    ...stamp,
  };
}

/** Why a hand-over can't be here: its references must be the workspace's own, and lead to what the file says. */
export async function handoverProblem(
  wanted: HandoverItem,
  before: HandoverItem | undefined,
  { secrets, allowedHosts }: Pick<AlertsContext, "secrets" | "allowedHosts">,
): Promise<string | undefined> {
  const { to, host, key, address, answers } = wanted;
  const isWebhook = to === "webhook";
  if (isWebhook !== (address !== undefined) || isWebhook !== (host !== undefined)) return texts.code.webhook;
  if (isWebhook && answers !== undefined) return texts.code.noAnswers;
  // Those that are there already were checked when they came, and people may not name all of them.
  const known = new Set([before?.key, before?.address, before?.answers]);
  try {
    for (const reference of [key, address, answers]) {
      if (reference === undefined || known.has(reference)) continue;
      await secrets.assertMine(reference);
      const secret = await secrets.resolve(reference);
      if (reference !== address) continue;
      const url = outwardAddress(secret);
      if (url?.host !== host) return texts.code.otherHost(host ?? "");
      if (url) await assertOutward(url, { allowedHosts });
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.message;
  }
}
