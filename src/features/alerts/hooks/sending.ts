import type { KnownBlock } from "@slack/types";
import { fenced, preformatted } from "../../../platform/blocks/preformatted.ts";
import { section } from "../../../platform/blocks/text.ts";
import { isSigned } from "./parts.ts";
import { type Hook, hookAddress, hookAddressWithSecret } from "./record.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { bodyTemplate } from "../senders/paths.ts";

/** The header of a delivery of our own that only tries whether a hook can be reached: nobody is told of it. */
export const probeHeader = "x-quartermaster-probe";

const lifetimeMs = minuteMs;

/** What such a delivery carries, so that nobody else can send one. */
export function hookProbe(hookId: string, at: Date, sealer: WorkspaceSealer): string {
  return sealer.seal(at.toISOString(), purposeOf(hookId));
}

/** True for one that was made for that hook within the last minute. */
export function isHookProbe(text: unknown, hookId: string, now: Date, sealer: WorkspaceSealer): boolean {
  if (typeof text !== "string") return false;
  try {
    const ageMs = now.getTime() - Date.parse(sealer.open(text, purposeOf(hookId)));
    return Math.abs(ageMs) <= lifetimeMs;
  } catch (error) {
    if (isAppError(error, "auth")) return false;
    throw error;
  }
}

function purposeOf(hookId: string): string {
  return `probe of hook ${hookId}`;
}

/** What to do in a sentence of mrkdwn, and a text to copy for it. */
interface Step {
  mrkdwn: string;
  copied: string;
}

/** How a sender is set up with a new secret, for the eyes of the one who set it up: the address, the header, the body. */
export function howToSend(
  hook: Hook,
  secret: string,
  publicUrl: string,
): { text: string; blocks: KnownBlock[] } {
  const steps = [
    { mrkdwn: "*Address*, for a `POST`:", copied: hookAddress(publicUrl, hook.id) },
    ...(isSigned(hook) ? signing(secret) : bearing(hook, secret, publicUrl)),
    {
      mrkdwn:
        "*Body template*, for the observability system's own webhook. Leave the space before the last brace. Bodies of Alertmanager, Grafana and incident tools are read as they come.",
      copied: bodyTemplate,
    },
  ];
  return {
    text: [...steps.map(({ mrkdwn, copied }) => `${mrkdwn}\n${fenced(copied)}`), ...locally(publicUrl)].join(
      "\n",
    ),
    blocks: [
      ...steps.flatMap(({ mrkdwn, copied }) => [section(mrkdwn), preformatted(copied)]),
      ...locally(publicUrl).map(section),
    ],
  };
}

function bearing(hook: Hook, secret: string, publicUrl: string): Step[] {
  return [
    { mrkdwn: "*Header* to set:", copied: `Authorization: Bearer ${secret}` },
    {
      mrkdwn:
        "For a sender that cannot set headers, the *address with the secret in it*. Whoever sees it can post, so the header is better:",
      copied: hookAddressWithSecret(publicUrl, hook.id, secret),
    },
  ];
}

function signing(secret: string): Step[] {
  return [
    {
      mrkdwn:
        "*Signing secret*. The sender signs as Standard Webhooks say, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`:",
      copied: secret,
    },
  ];
}

/** An address that only this machine knows takes nothing from elsewhere. */
function locally(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [];
  return [
    ":warning: Only the machine that I run on can post to this address. For senders elsewhere, the operator sets `PUBLIC_URL`.",
  ];
}
