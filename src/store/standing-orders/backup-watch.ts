import { z } from "zod";
import { orderFacts } from "./order-facts.ts";

/** The order to tell when a service's last good backup is older than promised, and when the promise holds again. */
export const BackupWatchOrder = z.object({
  ...orderFacts,
  kind: z.literal("backup-watch"),
  service: z.object({ serviceId: z.string(), name: z.string() }),
  maxAgeMs: z.int().positive(),
  state: z.object({}),
});
export type BackupWatchOrder = z.output<typeof BackupWatchOrder>;
