import { z } from "zod";
import { orderFacts } from "../../../platform/jobs/schedules/facts.ts";

/** The order to post what comes into the audit log; a workspace has one at most. */
export const AuditMirrorOrder = z.object({
  ...orderFacts,
  kind: z.literal("audit-mirror"),
  state: z.object({
    /** The last entry that was posted, or that was there when it began. */
    after: z.string(),
    /** The last entry of the post that is on its way. */
    upTo: z.string().optional(),
  }),
});
export type AuditMirrorOrder = z.output<typeof AuditMirrorOrder>;
