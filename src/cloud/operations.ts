import { listBackups } from "./backup.ts";
import { createService, getService, listServices } from "./service.ts";
import { readUsageCost } from "./usage-cost.ts";

/** Every operation by its name: documented and not, of all three surfaces. */
export const operations = {
  createService,
  listServices,
  getService,
  listBackups,
  readUsageCost,
} as const;
