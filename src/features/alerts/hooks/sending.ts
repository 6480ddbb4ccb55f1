import type { Button } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { context as smallPrint, fenced, preformatted, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { isSigned } from "./parts.ts";
import { type Hook, hookAddress } from "./record.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { minuteMs } from "../../../lib/duration.ts";
import * as texts from "./texts.ts";
import { bodyTemplate } from "../senders/paths.ts";

/** The header that marks a probe: our own delivery, which only checks that a hook can be reached. */
export const probeHeader = "x-quartermaster-probe";

/** The sealed value of the probe header. Only this app can make one. */
export function hookProbe(hookId: string, at: Date, sealer: WorkspaceSealer): string {
  return sealer.seal(at.toISOString(), purposeOf(hookId));
}

/** True for a probe of that hook that is at most a minute old. */
export function isHookProbe(text: unknown, hookId: string, now: Date, sealer: WorkspaceSealer): boolean {
  if (typeof text !== "string") return false;
  try {
    const ageMs = now.getTime() - Date.parse(sealer.open(text, purposeOf(hookId)));
    return Math.abs(ageMs) <= minuteMs;
  } catch (error) {
    if (isAppError(error, "auth")) return false;
    throw error;
  }
}

function purposeOf(hookId: string): string {
  return `probe of hook ${hookId}`;
}

/** One step of the setup: a sentence in mrkdwn and a text to copy. */
interface Step {
  mrkdwn: string;
  copied: string;
}

/**
 * Shows how to set up a sender with a new secret: address, header and body. It is only for the person who asked,
 * because it holds the secret.
 */
export function howToSend(
  hook: Hook,
  secret: string,
  publicUrl: string,
  { headline, small, buttons }: { headline: string; small: string; buttons: readonly Button[] },
): Reply {
  const steps = [
    { mrkdwn: texts.addressStep, copied: hookAddress(publicUrl, hook.id) },
    ...(isSigned(hook) ? [signingStep(secret)] : bearerSteps(hook, secret, publicUrl)),
    {
      mrkdwn: texts.bodyStep,
      copied: bodyTemplate,
    },
  ];
  const notes = localOnlyNote(publicUrl);
  const said = steps.map(({ mrkdwn, copied }) => `${mrkdwn}\n${fenced(copied)}`);
  return reply([headline, ...said, ...notes, small].join("\n"), [
    section(headline),
    ...steps.flatMap(({ mrkdwn, copied }) => [section(mrkdwn), preformatted(copied)]),
    ...notes.map(section),
    smallPrint(small),
    actions(buttons),
  ]);
}

function bearerSteps(hook: Hook, secret: string, publicUrl: string): Step[] {
  return [
    { mrkdwn: texts.headerStep, copied: `Authorization: Bearer ${secret}` },
    {
      mrkdwn: texts.pathStep,
      copied: `${hookAddress(publicUrl, hook.id)}/${encodeURIComponent(secret)}`,
    },
  ];
}

function signingStep(copied: string): Step {
  return {
    mrkdwn: texts.signingStep,
    copied,
  };
}

/** A warning if the address works on this machine only. */
function localOnlyNote(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  if (!["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return [];
  return [texts.localOnly];
}
