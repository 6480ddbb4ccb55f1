import { compareNames } from "../../../lib/names.ts";
import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { within } from "../../../lib/clock.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, pageButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ServiceDetails } from "../../../platform/cloud/services/service.ts";
import { page, service } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { firstWordKind, nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { type Page, pageOf } from "../../../platform/commands/paging.ts";
import type { ShownFact } from "../../../platform/commands/service-facts.ts";
import {
  type FoundOffer,
  type KnownService,
  defaultNameOf,
  findOffer,
  unconnected,
  unconnectedReply,
} from "../../connections/index.ts";
import { adoptCalls } from "../adopt/calls.ts";
import type { ServicesContext } from "../context.ts";
import { showTerraform } from "../terraform/send.ts";
import { placeFacts, serviceWindow } from "./card.ts";
import { type ListedService, ServiceData, ServicesData, serviceData, servicesData } from "./data.ts";
import { keptDetails, listedServices, readDetails } from "./details.ts";
import * as texts from "./texts.ts";

const missing = { service: texts.whichService };

/** `/db services`, and `/db services page 2`. Buttons of older messages say `after` the last name of a page. */
const list = call({
  name: "services_list",
  title: "Services",
  summary: "Lists your services with their state, size and last backup.",
  effect: "read",
  isTool: true,
  line: ["services", "services list", "services page {page}", "services after {after}"],
  verb: "list",
  missing: { after: texts.whichService },
  args: z.object({
    page: page.optional(),
    after: argument({ ...nameKind(), isOld: true }, service)
      .optional()
      .describe("The last name of the page before"),
  }),
  result: ServicesData,
  asks: {
    means: ["service list", "service", "service facts", "workspace facts"],
    around: "list facts time amount",
    says: ["Services"],
  },
  run: async (wanted, context: ServicesContext, asker) =>
    (wanted.after === undefined ? await unconnected(context) : undefined) ??
    listServices(context, asker, wanted),
});

/** `/db services show orders prod`. */
const show = call({
  name: "services_show",
  title: "A service",
  summary: "Shows everything about one service.",
  effect: "read",
  opens: true,
  isTool: true,
  line: "services show {service}",
  verb: "show",
  missing,
  args: z.object({ service }),
  result: ServiceData,
  asks: {
    means: ["{service} facts|list|connect|open", "{service}"],
    around: "facts list connect open time service amount",
    says: ["Service {service}"],
  },
  run: async ({ service: named }, context: ServicesContext) =>
    (await unconnected(context)) ?? showService(named, context),
});

/** `/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod`. */
const add = call({
  name: "services_add",
  title: "Add a service",
  summary: "Adds a service that exists by its id.",
  effect: "change",
  line: "services add {id} {name}",
  verb: "add",
  missing: { id: texts.idRule, name: texts.whichService },
  args: z.object({
    id: argument(
      { ...firstWordKind("id"), usage: ["<service id>"] },
      z.uuid(texts.idRule).toLowerCase(),
    ).describe("The service's id"),
    name: argument(nameKind(), service.regex(/^[\p{L}\p{N} ._-]+$/u, texts.nameRule)).describe(
      "Its name here",
    ),
  }),
  asks: {
    means: ["add {id}", "{id} service|list"],
    around: "service list add rename want",
    slots: {
      name: {
        isOne: true,
        parts: [
          [
            /\b(?:as|called|named|call it|name it|under the name(?: of)?|by the name(?: of)?) "([^"]{1,100})"/i,
            "$1",
          ],
          [
            /\b(?:as|called|named|call it|name it|under the name(?: of)?|by the name(?: of)?) ((?!a\b|an\b|the\b)[\w][\w .-]{0,99}?)(?: please)?\s*[.!?]*$/i,
            "$1",
          ],
        ],
      },
    },
    says: ["Add the service {id}", " as {name}"],
  },
  run: async (wanted, context: ServicesContext, asker) =>
    (await unconnectedReply(context)) ?? addService(wanted, context, asker),
});

/** `/db services forget orders prod`. */
const forget = call({
  name: "services_forget",
  title: "Forget a service",
  summary: "Takes a service off the list. The service itself stays.",
  effect: "change",
  line: "services forget {service}",
  verb: "forget",
  missing,
  args: z.object({ service }),
  asks: {
    means: ["forget {service}", "delete|end {service} list"],
    around: "service list delete end want",
    says: ["Take {service} off the list"],
  },
  async confirm({ service: named }, { services }: ServicesContext) {
    const { name } = await services.find(named);
    return { text: texts.forgetQuestion(escapeName(name)), yes: texts.forgetYes };
  },
  run: ({ service: named }, context: ServicesContext) => forgetService(named, context),
});

/** `/db services terraform orders prod`, or `/db services terraform all`. */
const terraform = call({
  name: "services_terraform",
  title: "Services as Terraform",
  summary: "Writes a service, or all of them, as Terraform with import blocks.",
  effect: "read",
  line: "services terraform {service}",
  verb: "terraform",
  args: z.object({ service: service.optional().describe("The service. Without it, all of them") }),
  asks: {
    means: ["terraform"],
    around: "export service file list want give workspace",
    says: ["Terraform", " of {service}"],
  },
  run: ({ service: named = "" }, context: ServicesContext, asker) => showTerraform(named, context, asker),
});

/** `/db services [show|add|forget|terraform]`: lists, shows, adds, forgets and writes out the workspace's services. */
export const services = commandOf({
  name: "services",
  helpWith: "create",
  summary: texts.summary,
  examples: [
    "/db services",
    "/db services show orders prod",
    // The first of these is the example after a mistake in one.
    "/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod",
    "/db services add",
    "/db services add all",
    "/db services forget orders prod",
    "/db services terraform all",
  ],
  details: texts.details,
  calls: [list, show, ...adoptCalls, add, forget, terraform],
  hint: texts.subcommands,
});

/** One service. Its window reads what each tab shows. */
async function showService(named: string, context: ServicesContext): Promise<Found> {
  const service = await context.services.find(named);
  return {
    async data() {
      const [details, facts] = await Promise.all([readDetails(service, context), context.factsOf([service])]);
      return serviceData(service, details, { facts: facts.get(service.serviceId) ?? [], at: context.now() });
    },
    draw: () => ({ shows: serviceWindow, subject: service.serviceId }),
  };
}

async function addService(
  { id: serviceId, name }: { id: string; name: string },
  { services, connections, audit, now }: ServicesContext,
  { userId }: Asker,
): Promise<Reply> {
  const connection = await defaultNameOf(connections);
  await audit.change(
    { action: "service.add", subject: name },
    async () => {
      const addedAt = now().toISOString();
      const present = await services.add({ name, serviceId, connection, addedBy: userId, addedAt });
      if (foldName(present.name) !== foldName(name))
        throw new AppError("conflict", texts.addedAlready(present.name));
    },
    () => ({ after: { name, serviceId, connection } }),
  );
  return say(texts.added(escapeName(name), name));
}

async function forgetService(named: string, { services, audit }: ServicesContext): Promise<Reply> {
  const { name, serviceId } = await audit.change(
    { action: "service.forget", subject: named },
    () => services.forget(named),
    (service) => ({ subject: service.name, before: auditedFacts(service) }),
  );
  return say(texts.forgotten(escapeName(name), `/db services add ${serviceId} ${name}`));
}

function auditedFacts({ name, serviceId, connection }: KnownService) {
  return { name, serviceId, connection };
}

// Each one may cost a request for its last backup, and clouds take about ten requests in 10 s.
const pageSize = 8;

// What comes later is there the next time, because reads are kept.
const longestWaitMs = 2_500;

/** Finds one page of the services: with `after`, the one behind a name. */
async function listServices(
  context: ServicesContext,
  asker: Asker,
  { page: wanted, after }: { page?: number | undefined; after?: string | undefined } = {},
): Promise<Found> {
  const all = await context.services.list();
  const from =
    after === undefined ? undefined : all.filter(({ name }) => compareNames(name, after) <= 0).length + 1;
  const page = pageOf(all, { page: wanted, from }, pageSize);
  const [items, offer] = await Promise.all([known(page.items, context), offerTo(asker, page, context)]);
  const found = { ...page, items, at: context.now() };
  return {
    data: () => servicesData(found),
    draw: () => servicesReply(found, offer),
  };
}

/** What the clouds have besides: all see it while the list is empty, and admins on its first page. */
async function offerTo(
  { userId, channelId }: Asker,
  { total, first }: Pick<Page<unknown>, "total" | "first">,
  context: ServicesContext,
): Promise<FoundOffer | undefined> {
  if (first > 1) return undefined;
  if (total > 0 && (await context.access.effectiveRoleOf({ userId, channelId })).role !== "admin")
    return undefined;
  return findOffer(context);
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
export function servicesReply(page: Page<ListedService>, offer?: FoundOffer): Reply {
  const { first, items, total, next } = page;
  const createButton = commandButton(texts.buttons.create, { call: "services_create" });
  const create = { ...createButton, style: "primary" as const };
  if (total === 0 && offer)
    return reply(offer.text, [section(offer.text), actions([...offer.buttons, createButton])]);
  if (total === 0) return reply(texts.noServices, [section(texts.noServices), actions([create])]);
  const title = texts.listTitle(total, first, first + items.length - 1);
  const entries = items.map(entryText);
  const more =
    next === undefined
      ? []
      : [pageButton(texts.buttons.more, { call: "services_list", args: { page: next } })];
  return reply([title, ...entries, offer?.text ?? texts.listHint].join("\n"), [
    section(title),
    ...items.map((one, index): KnownBlock => ({
      ...section(entries[index] ?? ""),
      accessory: commandButton(texts.buttons.open, {
        call: "services_show",
        args: { service: one.service.serviceId },
      }),
    })),
    actions([...more, create]),
    ...(offer?.blocks ?? [smallPrint(texts.listHint)]),
  ]);
}

function entryText({ service, details, facts }: ListedService): string {
  const parts = [
    ...facts.map(({ label, text }) => texts.fact(label, text)),
    ...placeFacts(details).map(([label, text]) => texts.fact(label, text)),
  ];
  return `*${escapeName(service.name)}*\n${parts.join(" · ")}`;
}
