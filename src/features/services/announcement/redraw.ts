import type { Reply } from "../../../platform/blocks/reply.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { CreatedProgress } from "./created-services.ts";
import { announcement } from "./announcement.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { hashJson } from "../../../lib/hash.ts";

/** Makes the announcement say what is known now; where it was deleted, or its channel, nobody tries again. */
export async function redrawAnnouncement(wish: Wish, progress: CreatedProgress): Promise<void> {
  const { requestId, context } = wish;
  const message = announcement(wish, progress);
  const drawn = hashJson(message);
  const silent = (await update(wish, progress, message)) === "gone";
  await context.created.change(requestId, (now) => ({ ...now, drawn, silent }));
}

async function update(
  { context }: Wish,
  { message: place }: CreatedProgress,
  message: Reply,
): Promise<"updated" | "gone"> {
  if (!place) return "gone";
  try {
    await context.messenger.update(place, message);
    return "updated";
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    return "gone";
  }
}
