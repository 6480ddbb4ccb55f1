import { listBackups } from "./contract.ts";
import { backupHistory } from "./backup-history.ts";
import { route } from "./route.ts";
import { serviceInPath } from "./services.ts";

/** The operations on backups. */
export const backupRoutes = {
  listBackups: route(listBackups, (call) => {
    const { clock, backups } = call.world;
    return backupHistory(serviceInPath(call), clock.now(), backups);
  }),
};
