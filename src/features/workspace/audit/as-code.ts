import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../../platform/as-code/schedule-part.ts";
import { AuditMirrorSchedule, mirrorId, mirrorKind } from "./mirror.ts";

const { connection: _connection, ...shape } = settingsOf(AuditMirrorSchedule.shape);

/** Where the audit log is posted, as code. A workspace has one such channel. */
export const mirrorAsCode = schedulePart({
  name: "auditLog",
  noun: "channel of the audit log",
  nouns: "channels of the audit log",
  places: { tabs: ["admin audit"], lists: ["audit_mirror_show"] },
  kind: mirrorKind,
  item: strictly(z.object(shape)),
  leftOut: { connection: "it has none" },
  keyOf: () => mirrorId,
  label: ({ channelId }) => channelId,
  itemOf(schedule) {
    const { connection: _none, ...settings } = settingsOf(schedule);
    return settings;
  },
  scheduleOf: ({ owner, ...item }, { createdAt }) => ({
    ...item,
    id: mirrorId,
    kind: "audit-mirror" as const,
    connection: "default",
    createdBy: owner,
    createdAt,
    // Starts with the entries from now on.
    state: { after: `${Date.parse(createdAt)}-0` },
  }),
  changed: ({ id, kind, connection, createdAt, state }, { owner, ...item }) => ({
    ...item,
    id,
    kind,
    connection,
    createdAt,
    createdBy: owner,
    state,
  }),
});
