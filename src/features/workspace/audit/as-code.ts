import { z } from "zod";
import { schedulePart } from "../../../platform/as-code/schedule-part.ts";
import { mirrorId, mirrorKind } from "./mirror.ts";

const MirrorItem = z.strictObject({ owner: z.string().min(1), channelId: z.string().min(1) });

/** Where the audit log is posted, as code. A workspace has one such channel. */
export const mirrorAsCode = schedulePart({
  name: "auditLog",
  noun: "channel of the audit log",
  nouns: "channels of the audit log",
  places: { tabs: ["admin audit"], lists: ["audit_mirror_show"] },
  kind: mirrorKind,
  item: MirrorItem,
  keyOf: () => mirrorId,
  label: ({ channelId }) => channelId,
  itemOf: ({ createdBy: owner, channelId }) => ({ owner, channelId }),
  scheduleOf: ({ owner, channelId }, { createdAt }) => ({
    id: mirrorId,
    kind: "audit-mirror" as const,
    channelId,
    connection: "default",
    createdBy: owner,
    createdAt,
    // Starts with the entries from now on.
    state: { after: `${Date.parse(createdAt)}-0` },
  }),
  changed: (mirror, { owner, channelId }) => ({ ...mirror, channelId, createdBy: owner }),
});
