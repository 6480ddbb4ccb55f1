import type { KnownBlock } from "@slack/types";
import type { KnownService } from "../../connections/index.ts";
import { within } from "../../../lib/clock.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ServiceDetails } from "../../../platform/cloud/services/details.ts";
import type { ShownFact } from "../../../platform/commands/service-facts.ts";
import type { ServicesContext } from "../context.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { type Page, pageOf } from "../../../platform/commands/paging.ts";
import { placeFacts } from "./card.ts";
import { type ListedService, servicesData } from "./data.ts";
import { keptDetails, listedServices } from "./details.ts";
import * as texts from "./texts.ts";

// Each one may cost a request for its last backup, and clouds take about ten requests in 10 s.
const pageSize = 8;

// What comes later is there the next time, because reads are kept.
const longestWaitMs = 2_500;

/** Finds one page of the services: with `after`, the one behind a name. */
export async function listServices(
  context: ServicesContext,
  { page: wanted, after }: { page?: number | undefined; after?: string | undefined } = {},
): Promise<Found> {
  const all = await context.services.list();
  const from =
    after === undefined ? undefined : all.filter(({ name }) => compare(name, after) <= 0).length + 1;
  const page = pageOf(all, { page: wanted, from }, pageSize);
  const found = { ...page, items: await known(page.items, context), at: context.now() };
  return { data: () => servicesData(found), draw: () => servicesReply(found) };
}

function compare(one: string, other: string): number {
  return one.localeCompare(other, "en");
}

/** What Redis has, and what the clouds answer soon. A cloud that fails leaves out facts of its own services only. */
async function known(services: readonly KnownService[], context: ServicesContext): Promise<ListedService[]> {
  const connections = [...new Set(services.map(({ connection }) => connection))];
  const [lists, kept] = await Promise.all([
    Promise.all(
      connections.map((each) =>
        within(
          longestWaitMs,
          listedServices(each, context, newest(services, each)),
          new Map<string, ServiceDetails>(),
        ),
      ),
    ),
    Promise.all(services.map((service) => keptDetails(service, context))),
  ]);
  // After the lists, so these count for new services too.
  const facts = await within(longestWaitMs, context.factsOf(services), new Map<string, ShownFact[]>());
  const byConnection = new Map(connections.map((each, index) => [each, lists[index]]));
  return services.map((service, index) => ({
    service,
    details: { ...kept[index], ...byConnection.get(service.connection)?.get(service.serviceId) },
    facts: facts.get(service.serviceId) ?? [],
  }));
}

/** When the newest service of a connection was added. An older list doesn't have it. */
function newest(services: readonly KnownService[], connection: string): number {
  const times = services
    .filter((each) => each.connection === connection)
    .map(({ addedAt }) => Date.parse(addedAt));
  return Math.max(0, ...times);
}

/** The services of a page. */
export function servicesReply(page: Page<ListedService>): Reply {
  const { first, items, total, next } = page;
  const create = {
    ...commandButton(texts.buttons.create, { call: "services_create" }),
    style: "primary" as const,
  };
  if (total === 0) return reply(texts.noServices, [section(texts.noServices), actions([create])]);
  const title = texts.listTitle(total, first, first + items.length - 1);
  const entries = items.map(entryText);
  const more =
    next === undefined
      ? []
      : [pageButton(texts.buttons.more, { call: "services_list", args: { page: next } })];
  return reply([title, ...entries, texts.listHint].join("\n"), [
    section(title),
    ...items.map((one, index): KnownBlock => ({
      ...section(entries[index] ?? ""),
      accessory: commandButton(texts.buttons.open, {
        call: "services_show",
        args: { service: one.service.serviceId },
      }),
    })),
    actions([...more, create]),
    smallPrint(texts.listHint),
  ]);
}

function entryText({ service, details, facts }: ListedService): string {
  const parts = [
    ...facts.map(({ label, text }) => texts.fact(label, text)),
    ...placeFacts(details).map(([label, text]) => texts.fact(label, text)),
  ];
  return `*${escapeName(service.name)}*\n${parts.join(" · ")}`;
}
