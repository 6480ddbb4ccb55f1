import { z } from "zod";
import { declareSchedule, settings } from "../../../platform/as-code/declare-schedule.ts";
import { ensureSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import type { OwnersContext } from "../context.ts";
import * as texts from "../texts.ts";

/** The round over the owners of a workspace, which has one once a service has an owner. It posts in no channel. */
export const OwnerRound = z.object({ ...scheduleFacts, kind: z.literal("owner-round") });
export type OwnerRound = z.output<typeof OwnerRound>;

/** Rounds over owners, as a kind of schedule. It needs no connection. */
export const ownerRoundKind = declareSchedule({
  kind: "owner-round",
  record: OwnerRound,
  subject: () => texts.roundSubject,
  command: () => "/db services owner",
  settings: settings({}),
});

const id = "owner-round";

/** Makes sure that the workspace has its round. No person asked for it, so the audit log leaves it out. */
export async function ensureOwnerRound({
  schedules,
  scheduleQueue,
  workspaceId,
  now,
}: Pick<OwnersContext, "schedules" | "scheduleQueue" | "workspaceId" | "now">): Promise<void> {
  if ((await schedules.ids()).includes(id)) return;
  const round: OwnerRound = {
    kind: "owner-round",
    id,
    channelId: "",
    connection: "",
    createdBy: "app",
    createdAt: now().toISOString(),
  };
  await schedules.add(round);
  await ensureSchedule(scheduleQueue, workspaceId, id);
}
