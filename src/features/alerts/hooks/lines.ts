import type { KnownService } from "../../connections/index.ts";
import { hookAddress } from "./address.ts";
import { troublesOf } from "../outbox/hook-troubles.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { LoggedEvent } from "../incident/event-log.ts";
import type { Hook } from "./record.ts";
import { hookInMrkdwn, isSigned } from "./parts.ts";

/** What is known of a hook besides its record. */
export interface HookFacts {
  openAlerts: number;
  latest: LoggedEvent | undefined;
  /** Those known by name, where it observes one. */
  services: readonly Pick<KnownService, "name" | "serviceId">[];
  publicUrl: string;
}

/** A hook in lines of mrkdwn: where it leads, how its alerts stand, and how it was set up. */
export function hookLines(hook: Hook, facts: HookFacts): string[] {
  const { id, channelId, ownerId, createdAt } = hook;
  return [
    `${hookInMrkdwn(hook)} brings alerts to <#${channelId}>.`,
    ...troubles(hook),
    `*Address:* \`${hookAddress(facts.publicUrl, id)}\``,
    `*${isSigned(hook) ? "Signing secret" : "Secret"}:* ${secretsInWords(hook)}`,
    `*Last delivery:* ${latestInWords(facts.latest)}`,
    `*Open alerts:* ${facts.openAlerts}`,
    ...escalations(hook),
    ...readings(hook, facts),
    `*Made by:* <@${ownerId}>, ${dateOf(createdAt)}`,
  ];
}

const shownTroubles = 3;

function troubles(hook: Hook): string[] {
  const { paused } = hook;
  return [
    ...troublesOf(hook)
      .slice(-shownTroubles)
      .map(
        ({ channelId, at, reason }) =>
          `:warning: <#${channelId}> takes nothing any more since ${dateOf(at)}: ${escapeName(reason, 200)}`,
      ),
    ...(paused
      ? [
          `:double_vertical_bar: Paused by <@${paused.userId}>, ${dateOf(paused.at)}: nobody is told what it is sent.`,
        ]
      : []),
  ];
}

function secretsInWords({ name, secrets: [newest, old] }: Hook): string {
  const made = `made ${newest ? dateOf(newest.createdAt) : "never"}`;
  if (!old) return `${made}.`;
  return `${made}; the old one, made ${dateOf(old.createdAt)}, works too until ${code(`/db hook rotate ${name} done`)}.`;
}

function latestInWords(latest: LoggedEvent | undefined): string {
  if (!latest) return "none of late.";
  return `“${escapeName(latest.event.title, 200)}”, ${slackDate(new Date(latest.receivedAtMs))}.`;
}

function escalations({ fallbackChannelId, escalation, broadcasts }: Hook): string[] {
  return [
    `*Fallback channel:* ${fallbackChannelId === undefined ? "none." : `<#${fallbackChannelId}>`}`,
    `*Escalation:* ${escalation ? `<!subteam^${escalation.groupId}> is mentioned after ${plural(escalation.afterMinutes, "minute")} without an acknowledgement.` : "nobody is mentioned."}`,
    `*When it gets worse:* ${broadcasts ? "the channel hears of it." : "the thread alone hears of it."}`,
  ];
}

function readings({ name, rules, muted, mapping, observes }: Hook, { services }: HookFacts): string[] {
  const mutes = Object.keys(muted).length;
  const service = services.find(({ serviceId }) => serviceId === observes?.serviceId);
  const observed = service?.name ?? observes?.serviceId ?? observes?.connection;
  return [
    `*Rules:* ${rules.length === 0 ? "none." : `${rules.length}, ${code(`/db hook rules ${name}`)} shows them.`}`,
    `*Muted alerts:* ${mutes === 0 ? "none." : `${mutes}, ${code(`/db hook mutes ${name}`)} lists them.`}`,
    `*Mapping:* ${mapping ? `title from ${code(mapping.title)}, ${code(`/db hook map ${name}`)} shows all.` : "none: bodies are read by their shape."}`,
    `*Observed:* ${observed === undefined ? "no. The API is not asked what became of its alerts." : `the alerts of ${escapeName(observed)}.`}`,
  ];
}

function dateOf(iso: string): string {
  return slackDate(new Date(iso));
}
