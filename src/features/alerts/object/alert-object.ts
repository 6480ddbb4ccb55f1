import { actions, button } from "../../../platform/blocks/button.ts";
import { plainOf } from "../../../platform/blocks/escape.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ObjectField, ObjectView, TagColor } from "../../../platform/blocks/work-object.ts";
import type { ObjectReader } from "../../../platform/slack/interactions/deps.ts";
import { within } from "../../../lib/clock.ts";
import { findTarget, type ActionTarget } from "../actions/target.ts";
import type { AlertsContext } from "../context.ts";
import { muteOf } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { webAddress } from "../message/buttons.ts";
import { headline } from "../message/incident-message.ts";
import { type Status, actionIds, choiceValue, isTime, statusOf } from "../message/status.ts";
import { statusLine } from "../message/status-line.ts";
import * as messageTexts from "../message/texts.ts";
import { historyLines } from "../message/thread-entries.ts";
import { readableTitle } from "../message/title.ts";
import * as texts from "./texts.ts";

const { labels } = texts;

/** Alerts as Work Objects, named by the ids of their incidents. */
export const alertObject: ObjectReader<AlertsContext> = {
  async card(id, context) {
    const found = await findTarget(id, context);
    if ("gone" in found) return undefined;
    const { incident, hook } = found;
    const text = [headline(incident), statusLine(incident, hook, "short")].filter(Boolean).join("\n");
    const shown = [...primaryOf(incident).slice(0, 1), detailsButton(id)];
    return {
      reply: reply(text, [section(text), actions(shown)]),
      view: { ...headOf(incident), fields: headFields(incident), primary: shown },
    };
  },

  async pane(id, context) {
    const found = await findTarget(id, context);
    if ("gone" in found) return undefined;
    const { incident } = found;
    return {
      ...headOf(incident),
      fields: [
        ...headFields(incident),
        ...(await aroundFields(incident, context)),
        ...textFields(incident),
        ...factFields(found),
      ],
      primary: primaryOf(incident),
      more: [...moreOf(incident), detailsButton(id)],
    };
  },

  quiet: (id) =>
    reply(texts.quiet, [
      section(texts.quiet),
      actions([button({ text: texts.show, actionId: actionIds.details, value: id })]),
    ]),
};

function headOf({ latest, state }: Incident): Pick<ObjectView, "type" | "kindText" | "title"> {
  const { title } = readableTitle(latest, state === "resolved");
  return { type: "incident", kindText: texts.kindText, title: title.trim() || messageTexts.untitled };
}

const colors: Partial<Record<Status, TagColor>> = {
  firing: "red",
  reported: "yellow",
  acknowledged: "yellow",
  snoozed: "blue",
  resolved: "green",
  flapping: "red",
};

/** What a card shows as well. */
function headFields(incident: Incident): ObjectField[] {
  const { severity, openedAtMs, service, acknowledged, snoozed, resolved, state } = incident;
  const status = statusOf(incident);
  return [
    {
      key: "status",
      label: labels.status,
      text: messageTexts.statusWords[status],
      color: colors[status] ?? "gray",
    },
    ...(severity ? [{ key: "priority", label: labels.priority, text: severity }] : []),
    ...timeField("date_created", openedAtMs),
    ...(state === "resolved" && resolved ? timeField("resolved", resolved.atMs) : []),
    ...(state === "snoozed" && snoozed ? timeField("snoozed", snoozed.untilMs) : []),
    ...(state === "acknowledged" && acknowledged ? whoHasIt(acknowledged) : []),
    ...(service
      ? [
          {
            key: "of_service",
            label: labels.service,
            to: [{ kind: "service", id: service.serviceId, title: service.name }],
          },
        ]
      : []),
  ];
}

function timeField(key: keyof typeof labels, atMs: number): ObjectField[] {
  return isTime(atMs) ? [{ key, label: labels[key], at: new Date(atMs) }] : [];
}

function whoHasIt({ userId, name, atMs }: NonNullable<Incident["acknowledged"]>): ObjectField[] {
  return [
    userId === undefined
      ? { key: "taken_by", label: labels.assigned_to, text: name ?? texts.someone }
      : { key: "assigned_to", label: labels.assigned_to, userId },
    ...timeField("acknowledged", atMs),
  ];
}

const longestReadMs = 1_500;

/** What is around it: the others of its service, its channel and its message. */
async function aroundFields(incident: Incident, context: AlertsContext): Promise<ObjectField[]> {
  const { incidents, messenger } = context;
  const [others, [message]] = await Promise.all([
    incidents.linkedTo(incident),
    incidents.messagesOf([incident]),
  ]);
  const address = message && (await within(longestReadMs, messenger.linkTo(message), undefined));
  return [
    {
      key: "linked",
      label: labels.linked,
      to: others.map((other) => ({ kind: "alert", id: other.id, title: headOf(other).title })),
    },
    ...(address === undefined
      ? []
      : [{ key: "message", label: labels.message, text: texts.openMessage, link: address }]),
  ];
}

function factFields({ incident: { key: alertKey, latest, times }, hook }: ActionTarget): ObjectField[] {
  const mute = muteOf(hook, { key: alertKey, alertName: latest.alertName });
  const known: [keyof typeof labels, string | undefined][] = [
    ["value", latest.value],
    ["limit", latest.threshold],
    ["group", latest.group],
    ["seen", messageTexts.times(times)],
    ["created_by", hook.name],
  ];
  return [
    ...known.flatMap(([key, text]) => (text ? [{ key, label: labels[key], text }] : [])),
    ...(mute ? [{ key: "muted", label: labels.muted, userId: mute.userId }] : []),
    ...addressField("console", messageTexts.console, latest.link),
    ...addressField("runbook", texts.openRunbook, latest.runbook),
  ];
}

const longestAddress = 1_000;

function addressField(key: "console" | "runbook", text: string, given: string | undefined): ObjectField[] {
  const link = webAddress(given);
  return link === undefined || link.length > longestAddress ? [] : [{ key, label: labels[key], text, link }];
}

const shownText = 600;
const shownHistory = 5;

function textFields(incident: Incident): ObjectField[] {
  const history = historyLines(incident, "name").slice(-shownHistory).map(plainOf).join("\n");
  return [
    { key: "history", label: labels.history, text: history, isLong: true },
    {
      key: "description",
      label: labels.description,
      text: incident.latest.body.slice(0, shownText),
      isLong: true,
    },
  ];
}

function detailsButton(value: string) {
  return button({ text: messageTexts.buttons.details, actionId: actionIds.details, value });
}

function primaryOf({ id: value, state }: Incident) {
  const { buttons } = messageTexts;
  const acknowledge = {
    ...button({ text: buttons.acknowledge, actionId: actionIds.acknowledge, value }),
    style: "primary" as const,
  };
  const release = button({ text: buttons.release, actionId: actionIds.release, value });
  const resolve = button({ text: buttons.resolve, actionId: actionIds.resolve, value });
  if (state === "resolved") return [];
  return [state === "acknowledged" ? release : acknowledge, resolve];
}

function moreOf({ id, state }: Incident) {
  if (state === "resolved") return [];
  const value = choiceValue("1h", id);
  return [button({ text: texts.snoozeHour, actionId: actionIds.snooze, value })];
}
