import type { Button, KnownBlock } from "@slack/types";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { button, row } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, packed, section } from "../../../platform/blocks/text.ts";
import { objectAddress } from "../../../platform/blocks/work-object.ts";
import type { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { startFormAbove } from "../../../platform/forms/open.ts";
import { type Visitor, window } from "../../../platform/forms/window.ts";
import type { KnownService } from "../../connections/index.ts";
import { ownerButton } from "../../owners/index.ts";
import { endpointBlocks } from "../announcement/endpoints.ts";
import type { ServicesContext } from "../context.ts";
import type { Given } from "../form/begin.ts";
import { createServiceForm } from "../form/form.ts";
import { button as terraformButton } from "../terraform/send.ts";
import { detailLines, readDetails } from "./details.ts";
import * as texts from "./texts.ts";
import { buttons } from "./texts.ts";

/** Everything about one service, which is named by its id. */
export const serviceWindow = window<ServicesContext>({
  name: "service",
  title: async (subject, { services }) => (await services.find(subject)).name,
  tabs: [
    { name: "overview", label: texts.tabs.overview, access: "viewer", draw: overview },
    { name: "connect", label: texts.tabs.connect, access: "viewer", draw: howToConnect },
    { name: "settings", label: texts.tabs.settings, access: "viewer", draw: settings },
  ],
});

async function overview(subject: string, person: Visitor, context: ServicesContext): Promise<KnownBlock[]> {
  const service = await context.services.find(subject);
  const [{ details, source }, facts] = await Promise.all([
    readDetails(service, context),
    context.factsOf([service]),
  ]);
  const lines = [
    ...(facts.get(service.serviceId) ?? []).map(({ label, text }) => texts.fact(`*${label}*`, text)),
    ...placeFacts(details).map(([label, text]) => texts.fact(`*${label}*`, text)),
    texts.fact(`*${texts.labels.addedBy}*`, addedText(service)),
    texts.fact(`*${texts.labels.connection}*`, code(service.connection)),
    texts.fact(`*${texts.labels.id}*`, code(service.serviceId)),
  ];
  const { name, serviceId } = service;
  const args = { service: serviceId };
  const { offer } = person;
  const { buttons } = texts;
  const isOperator = isAtLeast(person.role, "operator");
  return [
    // The title shows 24 characters.
    ...(name.length > 24 ? [section(`*${escapeName(name)}*`)] : []),
    ...packed(lines),
    smallPrint(texts.sources[source]),
    smallPrint(texts.shareLink(objectAddress({ kind: "service", id: service.serviceId }, context.publicUrl))),
    ...row(
      offer(buttons.backups, { call: "backups_list", args }),
      offer(buttons.costs, { call: "costs_show", args }),
      offer(buttons.alerts, { call: "alerts_open", args }),
    ),
    ...row(
      offer(buttons.change, { call: "services_change", args }),
      offer(buttons.expiry, { call: "services_expiries", args }),
      offer(buttons.hours, { call: "services_hours", args }),
      details.state === "stopped"
        ? offer(buttons.start, { call: "services_start", args })
        : offer(buttons.stop, { call: "services_stop", args }),
      (facts.get(service.serviceId) ?? []).flatMap(({ button }) =>
        button === undefined ? [] : offer(button.text, button.command),
      ),
    ),
    ...row(
      isOperator ? [ownerButton(service), copyButton(service), fromBackupButton(service)] : [],
      offer(terraformButton, { call: "services_terraform", args }),
      offer(buttons.forget, { call: "services_forget", args }),
      offer(buttons.remove, { call: "services_delete", args }),
    ),
  ];
}

const copyActionId = "service-copy";
const fromBackupActionId = "service-from-backup";

/** Opens the create form with a service's settings. */
function copyButton({ serviceId }: Pick<KnownService, "serviceId">): Button {
  return button({ text: buttons.copy, actionId: copyActionId, value: serviceId });
}

/** Opens the create form with the choice of a service's backups. */
function fromBackupButton({ serviceId }: Pick<KnownService, "serviceId">): Button {
  return button({ text: buttons.fromBackup, actionId: fromBackupActionId, value: serviceId });
}

export const copyAction = opening(copyActionId, ({ serviceId }) => ({ copy: serviceId }));

export const fromBackupAction = opening(fromBackupActionId, ({ serviceId, name }) => ({
  backup: { serviceId, serviceName: name },
}));

function opening(actionId: string, givenOf: (service: KnownService) => Given): Action<ServicesContext> {
  return {
    actionId,
    access: "operator",
    opens: () => true,
    async run(interaction: Interaction, context: ServicesContext) {
      const service = await context.services.find(interaction.value);
      return startFormAbove(createServiceForm, givenOf(service), interaction, context);
    },
  };
}

/** The region and the size, as far as they are known. */
export function placeFacts(details: ServiceDetails): [label: string, text: string][] {
  const { provider, region } = details;
  const place = [provider, region].flatMap((each) => (each ? [escapeName(each)] : [])).join(" ");
  const size = sizeText(details);
  return [
    ...(place === "" ? [] : [[texts.labels.region, place] as [string, string]]),
    ...(size === "" ? [] : [[texts.labels.size, size] as [string, string]]),
  ];
}

function sizeText({
  numReplicas,
  minReplicaMemoryGb: min,
  maxReplicaMemoryGb: max,
  minTotalMemoryGb,
  maxTotalMemoryGb,
}: ServiceDetails): string {
  const replicas = numReplicas === undefined ? "" : `${numReplicas} × `;
  if (min !== undefined || max !== undefined) return `${replicas}${rangeText(min, max)}`;
  const [low, high] = [minTotalMemoryGb, maxTotalMemoryGb];
  return low === undefined && high === undefined ? "" : `${rangeText(low, high)} in all`;
}

function rangeText(low: number | undefined, high: number | undefined): string {
  const ends = [...new Set([low, high].filter((end) => end !== undefined))];
  return `${ends.join(" to ")} GB`;
}

/** Who created or added it, and when. */
function addedText({ addedBy, addedAt }: Pick<KnownService, "addedBy" | "addedAt">): string {
  const who = /^[UW][A-Z0-9]+$/.test(addedBy) ? mentionOf(addedBy) : escapeName(addedBy);
  return who === "" ? "a workflow" : `${who}, ${slackDate(new Date(addedAt), { style: "day" })}`;
}

async function howToConnect(subject: string, _: Visitor, context: ServicesContext): Promise<KnownBlock[]> {
  const { details, source } = await readDetails(await context.services.find(subject), context);
  return [...endpointBlocks(details.endpoints ?? []), smallPrint(texts.sources[source])];
}

async function settings(subject: string, _: Visitor, context: ServicesContext): Promise<KnownBlock[]> {
  const service = await context.services.find(subject);
  const { details, source } = await readDetails(service, context);
  const lines = detailLines(details, service);
  return [
    ...packed(lines.length === 0 ? [code(service.serviceId)] : lines),
    smallPrint(texts.sources[source]),
  ];
}
