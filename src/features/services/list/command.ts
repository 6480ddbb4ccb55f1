import { type KnownService, defaultNameOf, unconnectedReply } from "../../connections/index.ts";
import { z } from "zod";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { ServicesContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { showService } from "./show.ts";
import { type Table, plainTable, tableBlocks } from "../../../platform/blocks/table.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { ServiceName, askFirst, command, sureOf } from "../../../platform/commands/command.ts";

interface ListedService {
  name: string;
  serviceId: string;
  addedBy?: string;
  /** The cloud's own word, if it was asked. */
  state?: string;
}

const howToAdd = `add one you have with ${code("/db services add <service id> <name>")}`;

/** Lists the known services by name. */
export function servicesReply(services: readonly ListedService[]): Reply {
  if (services.length === 0) {
    return say(`No services are known here yet. Create one with \`/db create\`, or ${howToAdd}.`);
  }
  const headline = `*${plural(services.length, "service")}* known here by name.`;
  const table = servicesTable(services);
  const hint = `${code("/db backups <name>")} lists a service's backups. To see more here, ${howToAdd}.`;
  return reply(`${headline}\n${plainTable(table)}\n${hint}`, [
    section(headline),
    ...tableBlocks(table, "service"),
    context(hint),
  ]);
}

function servicesTable(services: readonly ListedService[]): Table {
  const byName = services.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const haveStates = services.some(({ state }) => state !== undefined);
  return {
    columns: [{ header: "Name" }, { header: "Service id" }, ...(haveStates ? [{ header: "State" }] : [])],
    rows: byName.map(({ name, serviceId, state = "" }) => [
      name,
      serviceId,
      ...(haveStates ? [state.replaceAll("_", " ")] : []),
    ]),
  };
}

const NewName = ServiceName.regex(
  /^[\p{L}\p{N} ._-]+$/u,
  "A name holds letters, digits, spaces, dots, dashes and underscores.",
);

const List = z.object({ subcommand: z.literal("list") });
const Add = z.object({
  subcommand: z.literal("add"),
  serviceId: z.uuid("The service id is a uuid, as the cloud's console shows it."),
  name: NewName,
});
const Show = z.object({ subcommand: z.literal("show"), name: ServiceName });
// The name may end in `yes`, which confirms.
const Forget = z.object({
  subcommand: z.literal("forget"),
  name: z.string().min(1, "Say which service.").max(104, "A service's name has at most 100 characters."),
});

const Subcommand = z.discriminatedUnion("subcommand", [List, Show, Add, Forget], {
  error: "After `services` comes nothing, `show <name>`, `add <service id> <name>` or `forget <name>`.",
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

/** `/db services [show|add|forget]`: lists, shows, adds and forgets the workspace's services. */
export const services = command({
  name: "services",
  helpWith: "create",
  summary: "Lists the services known here by name; shows all of one, adds one by its id, or forgets one.",
  usage: "[show <name> | add <service id> <name> | forget <name>]",
  examples: [
    "/db services",
    "/db services show orders prod",
    "/db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod",
    "/db services forget orders prod",
  ],
  details:
    "`show` says all that the cloud tells of a service: sizes, addresses, roles, its data warehouse and how to connect. Forgetting a service changes nothing at the cloud: only its name is no longer known here. It asks first.",
  args: Args,
  access: ({ subcommand }) => (subcommand === "list" || subcommand === "show" ? "viewer" : "operator"),

  async run(args, context: ServicesContext, asker) {
    switch (args.subcommand) {
      case "list":
        return (await unconnectedReply(context)) ?? servicesReply(await context.services.list());
      case "show":
        return showService(args.name, context);
      case "add":
        return add(args, context, asker);
      case "forget":
        return forget(args.name, context);
    }
  },
});

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
  return say(`*${escapeName(name)}* is known here now. Try ${code(`/db backups ${name}`)}.`);
}

function auditedFacts({ name, serviceId, connection }: KnownService) {
  return { name, serviceId, connection };
}

async function forget(words: string, { services, audit }: ServicesContext): Promise<Reply> {
  const { name: wanted, isSure } = sureOf(words, await services.list());
  if (!isSure) {
    const { name } = await services.find(wanted);
    return askFirst({
      text: `Forget the service *${escapeName(name)}*? Commands no longer know it by this name. At the cloud nothing changes.`,
      yes: "Forget it",
      command: `services forget ${name} yes`,
    });
  }
  const { name, serviceId } = await audit.change(
    { action: "service.forget", subject: wanted },
    () => services.forget(wanted),
    (service) => ({ subject: service.name, before: auditedFacts(service) }),
  );
  return say(
    `*${escapeName(name)}* is forgotten here; at the cloud nothing changed. To undo: ${code(`/db services add ${serviceId} ${name}`)}.`,
  );
}
