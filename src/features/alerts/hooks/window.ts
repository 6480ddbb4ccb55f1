import type { KnownBlock } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, preformatted, section } from "../../../platform/blocks/text.ts";
import { row } from "../../../platform/blocks/button.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { type Visitor, ifOffered, window } from "../../../platform/forms/window.ts";
import type { AlertsContext, HookPart } from "../context.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { readableTitle } from "../message/title.ts";
import { troublesOf } from "../outbox/unreachable.ts";
import { formatRule } from "../routing/route.ts";
import { muteRows } from "./mutes.ts";
import { hookInMrkdwn, isSigned } from "./parts.ts";
import { type Hook, hookAddress } from "./record.ts";
import { deleteButton, dropButton } from "./lifecycle.ts";
import { removeButton, upRule } from "./rules/command.ts";
import * as ruleTexts from "./rules/texts.ts";
import { unmapButton } from "./mapping/map.ts";
import { offerForm } from "./setting-forms.ts";
import { yamlOf } from "./settings/settings.ts";
import * as texts from "./texts.ts";
import * as mappingTexts from "./mapping/texts.ts";
import * as settingsTexts from "./settings/texts.ts";
import * as tryTexts from "./try-texts.ts";

/** What the window says, in mrkdwn. Its title, tabs and buttons are plain. Arguments are escaped. */
export const words = {
  title: (name: string) => `Hook ${name}`,
  address: "Address and test",
  routing: "Routing and rules",
  escalation: "Escalation",
  quieting: "Quieting",
  export: "Export",
  postsIn: (hook: string, channel: string) => `${hook} brings alerts to ${channel}.`,
  cannotPost: (channel: string, since: string, reason: string) =>
    `:warning: I can't post in ${channel} since ${since}: ${reason}`,
  pausedBy: (person: string, since: string) =>
    `:double_vertical_bar: Paused by ${person}, ${since}. I don't post what it gets.`,
  secret: (isSigned: boolean, made: string) => `*${isSigned ? "Signing secret" : "Secret"}:* made ${made}`,
  twoSecrets: (old: string) => `The old one, made ${old}, works too until you drop it.`,
  lastDelivery: (what: string) => `*Last delivery:* ${what}`,
  none: "none",
  noneRecent: "none in two days",
  openAlerts: (count: number) => `*Open alerts:* ${count.toLocaleString("en-US")}`,
  mapping: (title: string) => `*Mapping:* ${title}`,
  byShape: "none. I find the fields by myself",
  titleFrom: (path: string) => `title from ${code(path)}`,
  madeBy: (person: string, when: string) => `*Created by:* ${person}, ${when}`,
  fallback: (channel: string) => `*Fallback channel:* ${channel}`,
  rules: (count: number, channel: string) =>
    count === 0
      ? `*No rules.* Everything is posted in ${channel}.`
      : `*${plural(count, "rule")}.* The first that fits decides. Everything else is posted in ${channel}.`,
  moreRules: (count: number) => `${plural(count, "more rule")}: choose “All rules”.`,
  replay: "Try on the last day",
  tryLatest: "Try on the latest alerts",
  addRule: "Add a rule",
  setFallback: "Set a fallback channel",
  noFallback: "Remove the fallback channel",
  escalates: (group: string, time: string) =>
    `*Escalation:* mention ${group} if an alert isn't acknowledged for ${time}.`,
  noEscalation: "*Escalation:* off. No one is mentioned if an alert isn't acknowledged.",
  escalationOff: "Turn escalation off",
  broadcasts: (isOn: boolean) =>
    `*When an alert gets worse:* ${isOn ? "I tell the channel too." : "I only say so in its thread."}`,
  broadcastOn: "Tell the channel",
  broadcastOff: "Only tell the thread",
  observed: (source: string) => `*Source:* ${source}. I ask its API if an open alert is over.`,
  notObserved: "*Source:* not set. I don't ask an API if an open alert is over.",
  observeOff: "Stop asking the API",
  reminder: "I remind the person who acknowledged an alert after 30 minutes, once.",
  setEscalation: "Set escalation",
  setSource: "Set the source",
  storms:
    "*Storms:* if more than 10 new alerts wait in a channel, or more than 20 came within a minute, they share one message until a minute passes without a new one. Critical alerts keep their own.",
  flapping:
    "*Flapping:* an alert that changes more than 4 times in 10 minutes gets one line in its thread, and no more until it calms down.",
  mutes: (count: number) => `*Muted alerts:* ${count === 0 ? "none" : count.toLocaleString("en-US")}`,
  moreMutes: (count: number) => `${plural(count, "more muted alert")}: choose “All muted alerts”.`,
  allMutes: "All muted alerts",
  muteHow:
    "To mute an alert, choose “Mute this alert…” in the menu of its message. To mute a rule in a storm, choose “Mute this rule…”. Rules can mute too.",
  tooLong: "The settings are too long for this window. Choose “As a file”.",
  asFile: "As a file",
} as const;

/** A hook's window: its address, its rules, its escalation, what keeps it quiet, and its settings. */
export const hookWindow = (parts: readonly HookPart[]) =>
  window<AlertsContext>({
    name: "hook",
    title: async (hookId, context) => words.title(visible((await found(hookId, context)).name)),
    tabs: [
      tab("address", words.address, drawAddress),
      tab("rules", words.routing, drawRules),
      tab("escalation", words.escalation, drawEscalation),
      tab("quieting", words.quieting, drawQuieting),
      ...parts.flatMap((part) => (part.tab ? [tab(part.tab.name, part.tab.label, part.tab.draw)] : [])),
      tab("export", words.export, drawExport),
    ],
  });

type Draw = (hook: Hook, person: Visitor, context: AlertsContext) => Promise<KnownBlock[]> | KnownBlock[];

function tab(name: string, label: string, draw: Draw) {
  return {
    name,
    label,
    access: "viewer" as const,
    draw: async (hookId: string, person: Visitor, context: AlertsContext) =>
      draw(await found(hookId, context), person, context),
  };
}

async function found(hookId: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Hook> {
  const hook = await hooks.find(hookId);
  if (hook) return hook;
  throw new AppError("missing", settingsTexts.importForm.gone);
}

const shownTroubles = 3;

async function drawAddress(hook: Hook, person: Visitor, context: AlertsContext): Promise<KnownBlock[]> {
  const { id, mapping, secrets } = hook;
  const args = { hook: id };
  const [open, latest] = await Promise.all([context.incidents.open(id), context.eventLog(id).latest()]);
  const [newest, old] = secrets;
  const delivery = latest
    ? `“${titleFromElsewhere(readableTitle({ ...latest.event, body: "" }).title)}”, ${slackDate(new Date(latest.receivedAtMs))}`
    : hook.awaited
      ? words.none
      : words.noneRecent;
  const lines = [
    words.secret(isSigned(hook), newest ? dateOf(newest.createdAt) : ""),
    ...(old ? [words.twoSecrets(dateOf(old.createdAt))] : []),
    words.lastDelivery(delivery),
    words.openAlerts(open.length),
    words.mapping(mapping ? words.titleFrom(mapping.title) : words.byShape),
    words.madeBy(`<@${hook.ownerId}>`, dateOf(hook.createdAt)),
  ];
  return [
    section([words.postsIn(hookInMrkdwn(hook), `<#${hook.channelId}>`), ...troubles(hook)].join("\n")),
    section(texts.addressStep),
    preformatted(hookAddress(context.publicUrl, id)),
    section(lines.join("\n")),
    ...row(
      person.offer(tryTexts.testButton, { call: "hooks_test", args }),
      hook.paused
        ? person.offer(texts.resumeButton, { call: "hooks_resume", args })
        : person.offer(texts.pauseButton, { call: "hooks_pause", args }),
      old
        ? ifOffered(person, dropButton(hook))
        : person.offer(texts.newSecretButton, { call: "hooks_rotate", args }),
      offerForm(person, mappingTexts.mappingButton, hook, "mapping"),
      mapping ? ifOffered(person, unmapButton(hook)) : [],
      ifOffered(person, deleteButton(hook, open.length)),
    ),
  ];
}

function troubles(hook: Hook): string[] {
  const latest = troublesOf(hook).slice(-shownTroubles);
  const { paused } = hook;
  return [
    ...latest.map(({ channelId, at, reason }) =>
      words.cannotPost(`<#${channelId}>`, dateOf(at), escapeName(reason, 200)),
    ),
    ...(paused ? [words.pausedBy(`<@${paused.userId}>`, dateOf(paused.at))] : []),
  ];
}

function dateOf(iso: string): string {
  return slackDate(new Date(iso));
}

// Each rule takes two of the 100 blocks of a modal.
const shownRules = 20;

function drawRules(hook: Hook, person: Visitor): KnownBlock[] {
  const { id, rules, channelId, fallbackChannelId } = hook;
  const args = { hook: id };
  const rest = rules.length - shownRules;
  return [
    section(words.rules(rules.length, `<#${channelId}>`)),
    ...rules.slice(0, shownRules).flatMap((rule, index): KnownBlock[] => {
      const number = index + 1;
      return [
        section(ruleTexts.line(number, formatRule(rule))),
        ...row(
          number === 1 ? [] : person.offer(ruleTexts.up, upRule(hook, rule, number)),
          ifOffered(person, removeButton(hook, rule, number)),
        ),
      ];
    }),
    ...(rest > 0 ? [section(words.moreRules(rest))] : []),
    section(words.fallback(fallbackChannelId === undefined ? words.none : `<#${fallbackChannelId}>`)),
    ...row(
      offerForm(person, words.addRule, hook, "rule"),
      offerForm(person, words.setFallback, hook, "fallback"),
      person.offer(words.replay, { call: "hooks_replay", args: { ...args, words: "24h" } }),
      person.offer(words.tryLatest, { call: "hooks_try", args }),
      rest > 0 ? person.offer(texts.allRules, { call: "hooks_rules", args }) : [],
      fallbackChannelId === undefined ? [] : person.offer(words.noFallback, { call: "hooks_fallback", args }),
    ),
  ];
}

async function drawEscalation(hook: Hook, person: Visitor, context: AlertsContext): Promise<KnownBlock[]> {
  const { id, escalation, broadcasts, observes } = hook;
  const args = { hook: id };
  const services = observes ? await context.services.list() : [];
  const service = services.find(({ serviceId }) => serviceId === observes?.serviceId);
  const source = service?.name ?? observes?.serviceId ?? observes?.connection;
  const drawn = context.hookParts.flatMap((part) => part.onEscalationTab?.(hook, person, context) ?? []);
  const added = await Promise.all(drawn);
  const lines = [
    escalation
      ? words.escalates(`<!subteam^${escalation.groupId}>`, plural(escalation.afterMinutes, "minute"))
      : words.noEscalation,
    ...added.flatMap((each) => each.lines),
    words.reminder,
    words.broadcasts(broadcasts),
    source === undefined ? words.notObserved : words.observed(escapeName(source)),
  ];
  return [
    section(lines.join("\n")),
    ...row(
      offerForm(person, words.setEscalation, hook, "escalation"),
      offerForm(person, words.setSource, hook, "source"),
      escalation ? person.offer(words.escalationOff, { call: "hooks_escalate", args }) : [],
      added.flatMap((each) => each.buttons),
      broadcasts
        ? person.offer(words.broadcastOff, { call: "hooks_broadcast", args: { ...args, words: "off" } })
        : person.offer(words.broadcastOn, { call: "hooks_broadcast", args: { ...args, words: "on" } }),
      source === undefined
        ? []
        : person.offer(words.observeOff, { call: "hooks_observe", args: { ...args, words: "off" } }),
    ),
  ];
}

const shownMutes = 20;

function drawQuieting(hook: Hook, person: Visitor): KnownBlock[] {
  const rows = muteRows(hook);
  const rest = rows.length - shownMutes;
  return [
    section([words.storms, words.flapping].join("\n")),
    ...(hook.paused ? [section(troubles(hook).join("\n"))] : []),
    section(words.mutes(rows.length)),
    ...rows.slice(0, shownMutes).map(({ line, button }): KnownBlock => {
      const [accessory] = person.offer(button.text.text, button.value ?? "");
      return accessory ? { ...section(line), accessory } : section(line);
    }),
    ...(rest > 0
      ? [
          section(words.moreMutes(rest)),
          ...row(person.offer(words.allMutes, { call: "hooks_mutes", args: { hook: hook.id } })),
        ]
      : []),
    smallPrint(words.muteHow),
  ];
}

// A view takes more text than this, but people read less.
const longestYaml = 6_000;

async function drawExport(hook: Hook, person: Visitor): Promise<KnownBlock[]> {
  const yaml = await yamlOf(hook);
  const isShort = yaml.length <= longestYaml;
  return [
    section(settingsTexts.exported(hookInMrkdwn(hook))),
    isShort ? preformatted(yaml) : section(words.tooLong),
    ...row(
      person.offer(settingsTexts.importButton, { call: "hooks_import", args: { hook: hook.id } }),
      isShort ? [] : person.offer(words.asFile, { call: "hooks_export", args: { hook: hook.id } }),
    ),
    smallPrint(settingsTexts.exportHint),
  ];
}
