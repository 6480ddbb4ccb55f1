import type { Incident } from "./record.ts";
import type { ActOf } from "./acts.ts";
import { type Advanced, changed, told, unchanged } from "./step.ts";

/** An incident goes on in another channel, since its own takes nothing any more. */
export function move(present: Incident, { atMs, toChannelId, reason }: ActOf<"move">): Advanced {
  if (present.channelId === toChannelId) return unchanged(present);
  return changed(told({ ...present, channelId: toChannelId }, { atMs, what: "moved", note: reason }));
}
