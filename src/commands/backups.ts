import { z } from "zod";
import { listBackups } from "../cloud/backup.ts";
import { backupsReply } from "./backups-reply.ts";
import { command } from "./command.ts";
import { ServiceName } from "./service-name.ts";

/** `/db backups <service>`: lists a service's backups. */
export const backups = command({
  name: "backups",
  summary: "Lists a service's backups, newest first.",
  usage: "<service>",
  examples: ["/db backups orders prod"],
  details: "Name the service as `/db services` shows it, or give its id.",
  args: z.string().pipe(ServiceName),

  async run(wanted, { cloud, services, now }) {
    const { serviceId, name } = await services.find(wanted);
    const backups = await cloud.call(listBackups, { serviceId });
    return backupsReply({ serviceName: name, backups, now: now() });
  },
});
