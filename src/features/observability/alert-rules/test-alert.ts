import { sendTest, type Hook } from "../../alerts/index.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import { truncate } from "../../../lib/text.ts";
import { wordOfPlace } from "../choose-target.ts";
import { consoleOfPlace } from "../console.ts";
import { observatoryOf } from "../observability-client.ts";
import type { NamedPlace } from "../target.ts";
import { knownWebhooks } from "./webhooks/known.ts";
import { noHookReply } from "./no-hook-reply.ts";

/**
 * Sends a test of our own the way that an alert goes, from the hook that its webhook reaches to the channel; where none of
 * ours is known to be reached, says what to do.
 */
export async function testAlert(
  { id, place }: { id: string; place: NamedPlace },
  context: ObservabilityContext,
): Promise<Reply> {
  const alert = await observatoryOf(place, context).getAlert(id);
  const [hook] = await hooksOf(alert, place, context);
  if (!hook) return noHookReply(alert, place, context);
  const name = `*${escapeName(alert.name || id, 100)}*`;
  if (hook.paused) return pausedReply(hook, name);
  const way = await sendTest(hook, context, {
    title: `The alert “${truncate(alert.name || id, 300)}” reaches this channel`,
    link: await linkOf(alert, place, context),
  });
  const where = way.isMuted
    ? `A rule of the hook ${hookInWords(hook)} mutes it, so nobody is told.`
    : `In a moment it shows ${placeInMrkdwn(way)}.`;
  const text = `A test of ${name} is on its way, by the hook ${hookInWords(hook)}. ${where} That tries the way from here to the channel; whether the server reaches me, only a test from its console can tell.`;
  return reply(text, [section(text), actions([showButton(id, place)])]);
}

async function hooksOf(alert: Alert, place: NamedPlace, context: ObservabilityContext): Promise<Hook[]> {
  const webhooks = await knownWebhooks(place, [alert], context);
  const ids = new Set(webhooks.map(({ hookId }) => hookId));
  return (await context.hooks.list()).filter((hook) => ids.has(hook.id));
}

/** Where the alert's own notifications lead. */
async function linkOf(
  alert: Alert,
  place: NamedPlace,
  context: ObservabilityContext,
): Promise<string | undefined> {
  const console = await consoleOfPlace(place, context);
  const dashboardId = alertDashboardId(alert);
  if (dashboardId === undefined) return console?.addressOf({ kind: "alert", id: alert.id });
  const tile = alert.tileId ? { tileId: alert.tileId } : {};
  return console?.addressOf({ kind: "dashboard", id: dashboardId, ...tile });
}

function pausedReply(hook: Hook, name: string): Reply {
  const text = `The hook ${hookInWords(hook)} that ${name} tells is paused, so a test would be told to nobody.`;
  return reply(text, [section(text), actions([commandButton("Resume the hook", `hook resume ${hook.id}`)])]);
}

function hookInWords({ name }: Hook): string {
  return `*${escapeName(name)}*`;
}

function showButton(id: string, place: NamedPlace) {
  return commandButton("Show alert", `alerts show ${id} ${wordOfPlace(place)}`);
}
