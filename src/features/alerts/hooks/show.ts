import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import { type Hook, hookAddress } from "./record.ts";
import { deleteButton } from "./delete.ts";
import {
  type NamedHook,
  hookInMrkdwn,
  isSigned,
  listReply,
  nothingAfter,
  showButton,
  testButton,
} from "./parts.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { LoggedEvent } from "../incident/event-log.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { dropButton, resumeButton } from "./rotate.ts";
import { troublesOf } from "../outbox/source.ts";

const shownTroubles = 3;

function troubles(hook: Hook): string[] {
  const latest = troublesOf(hook).slice(-shownTroubles);
  const { paused } = hook;
  return [
    ...latest.map(
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

function formatSecrets({ name, secrets: [newest, old] }: Hook): string {
  const made = `made ${newest ? dateOf(newest.createdAt) : "never"}`;
  if (!old) return `${made}.`;
  return `${made}; the old one, made ${dateOf(old.createdAt)}, works too until ${code(`/db hook rotate ${name} done`)}.`;
}

function formatLatest(latest: LoggedEvent | undefined): string {
  if (!latest) return "none of late.";
  return `“${escapeName(latest.event.title, 200)}”, ${slackDate(new Date(latest.receivedAtMs))}.`;
}

function dateOf(iso: string): string {
  return slackDate(new Date(iso));
}

/** Lists all hooks, the oldest first. */
export async function listHooks(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Reply> {
  nothingAfter(words, "/db hook list");
  const all = await hooks.list();
  if (all.length === 0)
    return say(
      `There are no hooks here yet. To bring alerts into a channel: ${code("/db hook create #alerts")}.`,
    );
  const headline = `*${plural(all.length, "hook")}* for alerts.`;
  const hint = `${code("/db hook show <hook>")} shows one in full, ${code("/db hook create #channel")} makes another.`;
  const rows = all.map((hook) => ({ line: lineOf(hook), button: showButton(hook) }));
  return listReply(headline, rows, hint);
}

function lineOf(hook: Hook): string {
  return [`${hookInMrkdwn(hook)}, ${formatChannel(hook)}.`, ...noticesOf(hook)].join(" ");
}

function noticesOf(hook: Hook): string[] {
  const { paused, awaited, secrets } = hook;
  const troubles = troublesOf(hook);
  const isOwn = troubles.some(({ channelId }) => channelId === hook.channelId);
  const which = isOwn ? "Its channel" : "Another of its channels";
  return [
    ...(troubles.length > 0 ? [`:warning: ${which} takes nothing any more.`] : []),
    ...(paused ? [":double_vertical_bar: Paused."] : []),
    ...(awaited ? ["Nothing was delivered yet."] : []),
    ...(secrets.length > 1 ? ["An old secret still works."] : []),
  ];
}

/** Shows everything about a hook except its secret. Only its hash is kept. */
export async function showHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, `/db hook show ${hook.name}`);
  const { id, name, fallbackChannelId, escalation, broadcasts, rules, muted, mapping, observes } = hook;
  const [open, latest, services] = await Promise.all([
    context.incidents.open(id),
    context.eventLog(id).latest(),
    observes ? context.services.list() : [],
  ]);
  const mutes = Object.keys(muted).length;
  const service = services.find(({ serviceId }) => serviceId === observes?.serviceId);
  const observed = service?.name ?? observes?.serviceId ?? observes?.connection;
  const lines = [
    `${hookInMrkdwn(hook)} brings alerts to <#${hook.channelId}>.`,
    ...troubles(hook),
    `*Address:* \`${hookAddress(context.publicUrl, id)}\``,
    `*${isSigned(hook) ? "Signing secret" : "Secret"}:* ${formatSecrets(hook)}`,
    `*Last delivery:* ${formatLatest(latest)}`,
    `*Open alerts:* ${open.length}`,
    `*Fallback channel:* ${fallbackChannelId === undefined ? "none." : `<#${fallbackChannelId}>`}`,
    `*Escalation:* ${escalation ? `<!subteam^${escalation.groupId}> is mentioned after ${plural(escalation.afterMinutes, "minute")} without an acknowledgement.` : "nobody is mentioned."}`,
    `*When it gets worse:* ${broadcasts ? "the channel hears of it." : "the thread alone hears of it."}`,
    `*Rules:* ${rules.length === 0 ? "none." : `${rules.length}, ${code(`/db hook rules ${name}`)} shows them.`}`,
    `*Muted alerts:* ${mutes === 0 ? "none." : `${mutes}, ${code(`/db hook mutes ${name}`)} lists them.`}`,
    `*Mapping:* ${mapping ? `title from ${code(mapping.title)}, ${code(`/db hook map ${name}`)} shows all.` : "none: bodies are read by their shape."}`,
    `*Observed:* ${observed === undefined ? "no. The API is not asked what became of its alerts." : `the alerts of ${escapeName(observed)}.`}`,
    `*Made by:* <@${hook.ownerId}>, ${dateOf(hook.createdAt)}`,
  ];
  return say(lines.join("\n"), [
    testButton(hook),
    hook.paused ? resumeButton(hook) : commandButton("Pause", `hook pause ${id}`),
    hook.secrets.length > 1 ? dropButton(hook) : commandButton("New secret", `hook rotate ${id}`),
    commandButton("Mapping", `hook map ${id}`),
    ...(mutes > 0 ? [commandButton("Muted alerts", `hook mutes ${id}`)] : []),
    deleteButton(hook, open.length),
  ]);
}
