import type { Job, Queue } from "bullmq";
import { isPromoted } from "./wake.ts";

/**
 * Puts in anew, with `add`, a job that is gone, done or given up; one that waits or is under way stays as it is, but that
 * where something of it is due it waits no longer.
 */
export async function ensure(
  queue: Queue,
  id: string,
  add: () => Promise<unknown>,
  isDue: boolean,
): Promise<void> {
  const job: Job | undefined = await queue.getJob(id);
  const state = await job?.getState();
  if (job === undefined || state === "completed" || state === "failed" || state === "unknown") {
    await job?.remove();
    await add();
  } else if (isDue && state === "delayed") await isPromoted(job);
}
