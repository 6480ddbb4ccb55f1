import type { KnownService } from "../../connections/index.ts";
import { within } from "../../../lib/clock.ts";
import { formatList } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName, plainOf } from "../../../platform/blocks/escape.ts";
import { reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ObjectField, ObjectView, TagColor } from "../../../platform/blocks/work-object.ts";
import type { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import type { ShownFact } from "../../../platform/commands/service-facts.ts";
import type { ObjectReader } from "../../../platform/slack/interactions/deps.ts";
import { connectionLine } from "../announcement/endpoints.ts";
import type { ServicesContext } from "../context.ts";
import { placeFacts } from "../list/card.ts";
import { type KnownDetails, keptDetails, readDetails } from "../list/details.ts";
import { fact, sources } from "../list/texts.ts";
import * as texts from "./texts.ts";

// The pane has 3 s in all, for Slack's answer too.
const longestReadMs = 1_500;

/** Services as Work Objects, named by their ids. */
export const serviceObject: ObjectReader<ServicesContext> = {
  async card(id, context) {
    const service = await knownService(id, context);
    if (!service) return undefined;
    const { details, facts } = await readAll(service, context);
    const place = placeFacts(details);
    const lines = [
      ...facts.filter(isForChannel).map(({ label, text }) => fact(label, text)),
      ...place.map(([label, text]) => fact(label, text)),
    ];
    const text = [`*${escapeName(service.name)}*`, lines.join(" · ")].filter(Boolean).join("\n");
    const args = { service: service.serviceId };
    const open = commandButton(texts.buttons.open, { call: "services_show", args });
    return {
      reply: reply(text, [section(text), actions([open])]),
      view: {
        ...headOf(service),
        fields: [...facts.filter(isForChannel).flatMap(factFields), ...placeFields(details)],
        primary: [open],
      },
    };
  },

  async pane(id, context) {
    const service = await knownService(id, context);
    if (!service) return undefined;
    const { details, source, facts, late } = await readAll(service, context);
    const args = { service: service.serviceId };
    return {
      ...headOf(service),
      fields: [...facts.flatMap(factFields), ...detailFields(service, details), ...readFields(source, late)],
      primary: [
        commandButton(texts.buttons.open, { call: "services_show", args }),
        commandButton(texts.buttons.backups, { call: "backups_list", args }),
      ],
      more: [
        commandButton(texts.buttons.costs, { call: "costs_show", args }),
        commandButton(texts.buttons.alerts, { call: "alerts_open", args }),
      ],
    };
  },

  quiet: (id) =>
    reply(texts.quiet, [
      section(texts.quiet),
      actions([commandButton(texts.buttons.show, { call: "services_show", args: { service: id } })]),
    ]),
};

/** What members of a channel see: no costs. */
function isForChannel({ data }: ShownFact): boolean {
  return data.creditsThisMonth === undefined;
}

async function knownService(id: string, { services }: ServicesContext): Promise<KnownService | undefined> {
  const wanted = id.toLowerCase();
  return (await services.list()).find(({ serviceId }) => serviceId.toLowerCase() === wanted);
}

function headOf({ name }: KnownService): Pick<ObjectView, "type" | "kindText" | "title"> {
  return { type: "item", kindText: texts.kindText, title: name };
}

/** All that is known within the time, and what came too late. */
interface Known extends KnownDetails {
  facts: readonly ShownFact[];
  late: readonly string[];
}

async function readAll(service: KnownService, context: ServicesContext): Promise<Known> {
  const late: string[] = [];
  const wait = { maxWaitMs: longestReadMs, onLate: (label: string) => void late.push(label) };
  const [read, facts] = await Promise.all([
    within(longestReadMs, readDetails(service, context), undefined),
    context.factsOf([service], wait),
  ]);
  const details = read ?? (await keptOnly(service, context));
  if (!read) late.push(texts.cloudDetails);
  return { ...details, facts: facts.get(service.serviceId) ?? [], late };
}

async function keptOnly(service: KnownService, context: ServicesContext): Promise<KnownDetails> {
  const kept = await keptDetails(service, context);
  return { details: kept ?? {}, source: kept ? "kept" : "none" };
}

const stateColors: Readonly<Record<string, TagColor>> = {
  running: "green",
  idle: "blue",
  stopped: "gray",
  failed: "red",
  degraded: "red",
};

/** A fact as fields: people and times as Slack shows them, and everything else as text. */
function factFields({ label, text, data }: ShownFact): ObjectField[] {
  const key = keyOf(label);
  if ("ownerId" in data || "team" in data) return ownerFields(data, text);
  const at = parseTime(data.endsAt ?? data.lastGoodBackupAt);
  if (at && !data.failedBackupsSince && data.endState === undefined) return [{ key, label, at }];
  const color = data.state === undefined ? undefined : (stateColors[data.state] ?? "yellow");
  const open = data.openAlerts ? ("red" as const) : undefined;
  return [{ key, label, text: plainOf(text), color: color ?? open }];
}

function ownerFields({ ownerId, team }: ShownFact["data"], text: string): ObjectField[] {
  const { owner, team: teamLabel } = texts.labels;
  if (ownerId === undefined && team === undefined)
    return [{ key: "owner", label: owner, text: plainOf(text) }];
  return [
    ...(ownerId === undefined ? [] : [{ key: "owner", label: owner, userId: ownerId }]),
    ...(team === undefined ? [] : [{ key: "team", label: teamLabel, text: team }]),
  ];
}

function keyOf(label: string): string {
  return label.toLowerCase().replaceAll(/\W+/g, "_");
}

function placeFields(details: ServiceDetails): ObjectField[] {
  return placeFacts(details).map(([label, text]) => ({ key: keyOf(label), label, text: plainOf(text) }));
}

function detailFields({ connection }: KnownService, details: ServiceDetails): ObjectField[] {
  const { labels } = texts;
  const created = parseTime(details.createdAt);
  const fields: [keyof typeof labels, string | undefined][] = [
    ["version", details.engineVersion],
    ["idle", idleText(details)],
    ["addresses", addressesText(details)],
    ["connection", connection],
  ];
  const lines = (details.endpoints ?? []).flatMap((endpoint) => connectionLine(endpoint).line ?? []);
  const connect = [...new Set(lines)].slice(0, 4).join("\n");
  return [
    ...placeFields(details),
    ...fields.flatMap(([key, text]) => (text ? [{ key, label: labels[key], text }] : [])),
    ...(created ? [{ key: "created", label: labels.created, at: created }] : []),
    ...(connect === "" ? [] : [{ key: "connect", label: labels.connect, text: connect, isLong: true }]),
  ];
}

function idleText({ idleScaling, idleTimeoutMinutes: minutes }: ServiceDetails): string | undefined {
  if (idleScaling === undefined) return undefined;
  if (!idleScaling) return texts.idleOff;
  return minutes === undefined ? texts.idleOn : texts.idleAfter(minutes);
}

const shownAddresses = 5;

function addressesText({ ipAccessList }: ServiceDetails): string | undefined {
  const known = ipAccessList?.flatMap(({ source }) => source ?? []);
  if (!known || known.length === 0) return undefined;
  const shown = known
    .slice(0, shownAddresses)
    .map((source) => (source === "0.0.0.0/0" ? texts.openToWorld : source));
  const more = known.length - shown.length;
  return formatList(more > 0 ? [...shown, `${more} more`] : shown);
}

function readFields(source: KnownDetails["source"], late: readonly string[]): ObjectField[] {
  const { labels } = texts;
  return [
    { key: "source", label: labels.source, text: sources[source], isLong: true },
    ...(late.length === 0
      ? []
      : [{ key: "late", label: labels.late, text: texts.late(formatList([...late])), isLong: true }]),
  ];
}
