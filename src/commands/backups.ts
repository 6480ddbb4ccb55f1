import { z } from "zod";
import { listBackups } from "../cloud/backup.ts";
import { createServiceForm } from "../forms/create-service/form.ts";
import { backupsReply } from "./backups-reply.ts";
import { command } from "./command.ts";
import { ServiceName } from "./service-name.ts";

const List = z.object({ act: z.literal("list"), service: ServiceName });
const Restore = z.object({
  act: z.literal("restore"),
  service: ServiceName,
  backupId: z.guid("The backup id is a uuid, as `/db backups <service>` shows it."),
});

const Args = z.preprocess(inWords, z.discriminatedUnion("act", [List, Restore]));

/** The words after `backups`. A service may be called "restore test", so only what ends as an id does restores. */
function inWords(text: unknown) {
  const words = String(text).trim();
  const [, service, backupId] = /^restore\s(?:(.*)\s)?\s*([0-9a-f]{8}-\S*)$/is.exec(words) ?? [];
  if (backupId === undefined) return { act: "list", service: words };
  return { act: "restore", service: service ?? "", backupId: backupId.toLowerCase() };
}

/** `/db backups <service>`: lists a service's backups, and begins a new service from one. */
export const backups = command({
  name: "backups",
  summary: "Lists a service's backups, newest first; begins a new service from one.",
  usage: "<service> | restore <service> <backup id>",
  examples: [
    "/db backups orders prod",
    "/db backups restore orders prod 5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f",
  ],
  details:
    "Name the service as `/db services` shows it, or give its id. `restore` opens the form that creates a service, with that backup chosen; the backed-up service is not changed.",
  args: Args,

  async run(args, context) {
    const { serviceId, name, connection } = await context.services.find(args.service);
    if (args.act === "restore") {
      // Whether the backup is there is found out by the form: a trigger lives 3 s, and the cloud may take longer.
      const backup = { serviceId, serviceName: name, backupId: args.backupId };
      return { opens: createServiceForm, given: { backup } };
    }
    const backups = await context.cloudOf(connection).call(listBackups, { serviceId });
    return backupsReply({ service: { serviceId, name }, backups, now: context.now() });
  },
});
