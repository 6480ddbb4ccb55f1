import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { type Table, plainTable, tableBlocks } from "../../../platform/blocks/table.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";

interface ListedService {
  name: string;
  serviceId: string;
  addedBy?: string;
  /** The cloud's own word, where it was asked. */
  state?: string;
}

const howToAdd = `add one you have with ${code("/db services add <service id> <name>")}`;

/** The answer to "what services are known here", by name. */
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
