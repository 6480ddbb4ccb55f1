import { z } from "zod";
import { orderFacts } from "./order-facts.ts";

/** The order to post a digest of costs, once for each period. */
export const DigestOrder = z.object({
  ...orderFacts,
  kind: z.literal("digest"),
  every: z.enum(["daily", "weekly", "monthly"]),
  /** The time of day, as in "09:00", in `timeZone` (an IANA name). */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  timeZone: z.string(),
  by: z.enum(["service", "metric", "day"]),
  state: z.object({}),
});
export type DigestOrder = z.output<typeof DigestOrder>;
