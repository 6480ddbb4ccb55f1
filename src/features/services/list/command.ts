import { type KnownService, defaultNameOf, unconnected, unconnectedReply } from "../../connections/index.ts";
import { z } from "zod";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServicesContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { serviceWindow } from "./card.ts";
import { serviceData } from "./data.ts";
import { readDetails } from "./details.ts";
import { listServices } from "./list.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { showTerraform } from "../terraform/send.ts";
import { entries } from "./entries.ts";
import * as texts from "./texts.ts";
import { type Found, ServiceName, command } from "../../../platform/commands/command.ts";
import { askFirst, sureOf } from "../../../platform/commands/confirm.ts";

const NewName = ServiceName.regex(/^[\p{L}\p{N} ._-]+$/u, texts.nameRule);

const List = z.object({ subcommand: z.literal("list") });
const Add = z.object({
  subcommand: z.literal("add"),
  serviceId: z.uuid(texts.idRule),
  name: NewName,
});
const After = z.object({ subcommand: z.literal("after"), name: ServiceName });
const Show = z.object({ subcommand: z.literal("show"), name: ServiceName });
const Terraform = z.object({
  subcommand: z.literal("terraform"),
  name: z.string().max(100, texts.tooLong),
});
// The name may end in `yes`, which confirms.
const Forget = z.object({
  subcommand: z.literal("forget"),
  name: z.string().min(1, texts.whichService).max(104, texts.tooLong),
});

const Subcommand = z.discriminatedUnion("subcommand", [List, After, Show, Add, Forget, Terraform], {
  error: texts.subcommands,
});

const Args = z.preprocess(parseWords, Subcommand);

/** Splits the words after `services` into arguments; the schema validates them. */
function parseWords(text: unknown) {
  const [subcommand = "list", ...words] = String(text).trim().split(/\s+/).filter(Boolean);
  const [serviceId = "", ...name] = words;
  return subcommand.toLowerCase() === "add"
    ? { subcommand: "add", serviceId: serviceId.toLowerCase(), name: name.join(" ") }
    : { subcommand: subcommand.toLowerCase(), name: words.join(" ") };
}

/** `/db services [show|add|forget|terraform]`: lists, shows, adds, forgets and writes out the workspace's services. */
export const services = command({
  name: "services",
  helpWith: "create",
  summary: texts.summary,
  usage: "[show <name> | add <service id> <name> | forget <name> | terraform [<name>|all]]",
  examples: [
    "/db services",
    "/db services show orders prod",
    "/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod",
    "/db services forget orders prod",
    "/db services terraform all",
  ],
  details: texts.details,
  args: Args,
  entries: listed(entries),
  calls: ({ subcommand }) => entries[subcommand === "after" ? "list" : subcommand],

  async run(args, context: ServicesContext, asker) {
    switch (args.subcommand) {
      case "list":
        return (await unconnected(context)) ?? listServices(context);
      case "after":
        return listServices(context, args.name);
      case "show":
        return (await unconnected(context)) ?? show(args.name, context);
      case "add":
        return (await unconnectedReply(context)) ?? add(args, context, asker);
      case "forget":
        return forget(args.name, context, asker);
      case "terraform":
        return showTerraform(args.name, context, asker);
    }
  },
});

/** One service. Its window reads what each tab shows. */
async function show(name: string, context: ServicesContext): Promise<Found> {
  const service = await context.services.find(name);
  return {
    async data() {
      const [details, facts] = await Promise.all([readDetails(service, context), context.factsOf([service])]);
      return serviceData(service, details, { facts: facts.get(service.serviceId) ?? [], at: context.now() });
    },
    draw: () => ({ shows: serviceWindow, subject: service.serviceId }),
  };
}

async function add(
  { serviceId, name }: z.infer<typeof Add>,
  { services, connections, audit, now }: ServicesContext,
  { userId }: Asker,
): Promise<Reply> {
  const connection = await defaultNameOf(connections);
  await audit.change(
    { action: "service.add", subject: name },
    () => services.add({ name, serviceId, connection, addedBy: userId, addedAt: now().toISOString() }),
    () => ({ after: { name, serviceId, connection } }),
  );
  return say(texts.added(escapeName(name), name));
}

function auditedFacts({ name, serviceId, connection }: KnownService) {
  return { name, serviceId, connection };
}

async function forget(words: string, { services, audit }: ServicesContext, asker: Asker): Promise<Reply> {
  const { name: wanted, isSure } = sureOf(words, await services.list(), asker);
  if (!isSure) {
    const { name } = await services.find(wanted);
    return askFirst({
      text: texts.forgetQuestion(escapeName(name)),
      yes: texts.forgetYes,
      command: `services forget ${name} yes`,
    });
  }
  const { name, serviceId } = await audit.change(
    { action: "service.forget", subject: wanted },
    () => services.forget(wanted),
    (service) => ({ subject: service.name, before: auditedFacts(service) }),
  );
  return say(texts.forgotten(escapeName(name), `/db services add ${serviceId} ${name}`));
}
