import type { KnownBlock } from "@slack/types";
import { bodyTemplate } from "../senders/body-template.ts";
import { hookAddress, hookAddressWithSecret } from "./address.ts";
import { fenced, preformatted } from "../../../platform/blocks/preformatted.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Hook } from "./record.ts";
import { isSigned } from "./parts.ts";

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
