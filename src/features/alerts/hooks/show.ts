import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { type Hook, hookAddress } from "./record.ts";
import { deleteButton } from "./delete.ts";
import { type NamedHook, hookInMrkdwn, isSigned, nothingAfter, showButton, testButton } from "./parts.ts";
import type { KnownService } from "../../connections/index.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import type { LoggedEvent } from "../incident/event-log.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { dropButton, resumeButton } from "./rotate.ts";
import { troublesOf } from "../outbox/source.ts";

/** What an answer shows of a hook besides its record. */
interface HookFacts {
  openAlerts: number;
  latest: LoggedEvent | undefined;
  /** The known services, if the hook observes one. */
  services: readonly Pick<KnownService, "name" | "serviceId">[];
  publicUrl: string;
}

/** A hook in lines of mrkdwn: its channel, its alerts and its settings. */
function hookLines(hook: Hook, facts: HookFacts): string[] {
  const { id, channelId, ownerId, createdAt } = hook;
  return [
    `${hookInMrkdwn(hook)} brings alerts to <#${channelId}>.`,
    ...troubles(hook),
    `*Address:* \`${hookAddress(facts.publicUrl, id)}\``,
    `*${isSigned(hook) ? "Signing secret" : "Secret"}:* ${formatSecrets(hook)}`,
    `*Last delivery:* ${formatLatest(facts.latest)}`,
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

function formatSecrets({ name, secrets: [newest, old] }: Hook): string {
  const made = `made ${newest ? dateOf(newest.createdAt) : "never"}`;
  if (!old) return `${made}.`;
  return `${made}; the old one, made ${dateOf(old.createdAt)}, works too until ${code(`/db hook rotate ${name} done`)}.`;
}

function formatLatest(latest: LoggedEvent | undefined): string {
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

/** Hooks after these have a line each but no button. */
const withButton = 20;

/** Lists all hooks, the oldest first. */
export async function listHooks(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Reply> {
  nothingAfter(words, "/db hook list");
  const all = await hooks.list();
  if (all.length === 0)
    return say(
      `There are no hooks here yet. To bring alerts into a channel: ${code("/db hook create #alerts")}.`,
    );
  const headline = `*${plural(all.length, "hook")}* for alerts.`;
  const lines = all.map(lineOf);
  const hint = `${code("/db hook show <hook>")} shows one in full, ${code("/db hook create #channel")} makes another.`;
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...all
      .slice(0, withButton)
      .map((hook, index) => ({ ...section(lines[index] ?? ""), accessory: showButton(hook) })),
    ...packed(lines.slice(withButton)),
    smallPrint(hint),
  ]);
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

/** Shows everything about a hook except its secret, of which only the hash is kept. */
export async function showHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, `/db hook show ${hook.name}`);
  const [open, latest, services] = await Promise.all([
    context.incidents.open(hook.id),
    context.eventLog(hook.id).latest(),
    hook.observes ? context.services.list() : [],
  ]);
  const facts = { openAlerts: open.length, latest, services, publicUrl: context.publicUrl };
  const text = hookLines(hook, facts).join("\n");
  return reply(text, [section(text), actions(buttonsOf(hook, open.length))]);
}

function buttonsOf(hook: Hook, openAlerts: number) {
  const { id, secrets, muted, paused } = hook;
  return [
    testButton(hook),
    paused ? resumeButton(hook) : commandButton("Pause", `hook pause ${id}`),
    secrets.length > 1 ? dropButton(hook) : commandButton("New secret", `hook rotate ${id}`),
    commandButton("Mapping", `hook map ${id}`),
    ...(Object.keys(muted).length > 0 ? [commandButton("Muted alerts", `hook mutes ${id}`)] : []),
    deleteButton(hook, openAlerts),
  ];
}
