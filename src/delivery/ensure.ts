import type { Queue } from "bullmq";

/** Puts in anew, with `add`, a job that is gone, done or given up; one that waits or is under way stays as it is. */
export async function ensure(queue: Queue, id: string, add: () => Promise<unknown>): Promise<void> {
  const job = await queue.getJob(id);
  const state = await job?.getState();
  if (job !== undefined && state !== "completed" && state !== "failed" && state !== "unknown") return;
  await job?.remove();
  await add();
}
