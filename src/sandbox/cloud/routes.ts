import { backupRoutes } from "./backups.ts";
import type { Route } from "./route.ts";
import { serviceRoutes } from "./services.ts";
import { usageCostRoutes } from "./usage-costs.ts";

/** Everything this server serves, by the operation's name; a resource is one file and one line. */
export const routes: Readonly<Record<string, Route>> = {
  ...serviceRoutes,
  ...backupRoutes,
  ...usageCostRoutes,
};
