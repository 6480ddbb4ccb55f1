import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import type { Person } from "../protocol.ts";
import type { Workspace } from "../workspace.ts";
import { worldOf } from "./world.ts";

const quickMs = 5;

/** Streams a person's world: the present one at once, and the newest after each change. */
export function worldEvents(context: Context, workspace: Workspace, person: Person): Response {
  return streamSSE(context, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    while (!stream.aborted) {
      const begunAt = performance.now();
      const world = worldOf(workspace, person);
      await stream.writeSSE({ data: JSON.stringify(world) });
      // A large world takes time to make and to draw, so in a storm the page gets fewer of them.
      const tookMs = performance.now() - begunAt;
      if (tookMs > quickMs) await wait(3 * tookMs, undefined, { ref: false });
      // A closed page ends the wait and the stream.
      await workspace.changes.past(world.version, gone.signal).catch((error: unknown) => {
        if (!gone.signal.aborted) throw error;
      });
    }
  });
}
