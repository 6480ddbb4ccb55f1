import { backupRoutes } from "./backups.ts";
import { alertRoutes } from "./observability/alerts.ts";
import { dashboardRoutes } from "./observability/dashboards.ts";
import { sourceRoutes } from "./observability/sources.ts";
import type { Route } from "./route.ts";
import { serviceChangeRoutes } from "./service-changes.ts";
import { serviceRoutes } from "./services.ts";
import { usageCostRoutes } from "./usage-costs.ts";

/** Every route of this server, by its operation's name. A resource is one file and one line. */
export const routes: Readonly<Record<string, Route>> = {
  ...serviceRoutes,
  ...serviceChangeRoutes,
  ...backupRoutes,
  ...usageCostRoutes,
  ...dashboardRoutes,
  ...alertRoutes,
  ...sourceRoutes,
};
