import type { App } from "@slack/bolt";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { JobDeclaration, WorkerParts } from "../../../platform/jobs/workers.ts";
import type { ChannelMove, MovedChannels } from "../../../platform/redis/moved-channels.ts";
import { MovedChannelBody, workspaceIdOf } from "../../../platform/slack/bodies.ts";
import type { InstalledContext } from "../context.ts";

// Work that was running when the id changed may still write the old one.
const againMs = 5_000;
const forMs = 60_000;

const Item = z.object({
  workspaceId: z.string(),
  from: z.string(),
  to: z.string(),
  acceptedAtMs: z.number(),
});

const name = "channel-moves";

/** Moves everything that is bound to a channel's old id to its new one. */
export const movedChannelsJob: JobDeclaration<InstalledContext> = {
  name,
  subject: "Following a channel to its new id",
  work: (parts) => ({ advance: (_id, item) => advance(Item.parse(item), parts) }),
};

async function advance(
  { workspaceId, acceptedAtMs, ...move }: z.infer<typeof Item>,
  { store, now, log }: WorkerParts<InstalledContext>,
): Promise<Step> {
  const changed = await store.workspace(workspaceId).movedChannels.move(move);
  if (changed > 0) log.info({ workspaceId, ...move, changed }, "moved what was bound to a channel's old id");
  return now().getTime() - acceptedAtMs < forMs ? { againInMs: againMs } : "done";
}

interface Parts {
  queueOf: (name: string) => Pick<JobQueue, "accept">;
  movedChannelsOf: (workspaceId: string) => Pick<MovedChannels, "learn">;
  now: () => Date;
}

/** Accepts durably that a channel has a new id. Everything is moved within seconds. */
export async function acceptMove(
  workspaceId: string,
  move: ChannelMove,
  { queueOf, movedChannelsOf, now }: Parts,
): Promise<void> {
  await movedChannelsOf(workspaceId).learn(move);
  const item = { workspaceId, ...move, acceptedAtMs: now().getTime() } satisfies z.infer<typeof Item>;
  await queueOf(name).accept(`${workspaceId}.${move.from}.${move.to}`, item);
}

/** Listens for new ids of channels. Each is accepted durably before Slack hears that it arrived. */
export function listenToMoves(
  bolt: App,
  isHere: (workspaceId: string) => Promise<void>,
  accept: (workspaceId: string, move: ChannelMove) => Promise<void>,
): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    const isEvent = event.body["type"] === "event_callback";
    const body = isEvent ? MovedChannelBody.safeParse(event.body).data : undefined;
    if (!body) return processEvent(event);
    const { old_channel_id: from, new_channel_id: to } = body.event;
    const workspaceId = workspaceIdOf(body);
    if (from !== to && (await isKnown(isHere(workspaceId)))) await accept(workspaceId, { from, to });
    await event.ack();
  };
}

/** False if the app isn't installed there. */
async function isKnown(here: Promise<void>): Promise<boolean> {
  try {
    await here;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === "auth") return false;
    throw error;
  }
}
