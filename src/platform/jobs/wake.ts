import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";

const looks = 50;
const everyMs = 100;

/**
 * Brings a job's next step forward to now; `add` puts in anew what is done, was given up or is not kept any more. A
 * step under way is waited for, since it may rest on how things were before, for 5 s at most.
 */
export async function wake(queue: Queue, id: string, add: () => Promise<unknown>): Promise<void> {
  for (let look = 0; look < looks; look += 1) {
    const job: Job | undefined = await queue.getJob(id);
    if (await isAwake(job, add)) return;
    await sleep(everyMs);
  }
}

/** False where the job has to be looked at again. */
async function isAwake(job: Job | undefined, add: () => Promise<unknown>): Promise<boolean> {
  const state = await job?.getState();
  if (state === "active") return false;
  if (job === undefined || state === "completed" || state === "failed" || state === "unknown") {
    await job?.remove();
    await add();
    return true;
  }
  return state === "delayed" ? isPromoted(job) : true;
}

/** Has a job that waits take its next step now; false where a worker was faster. */
export async function isPromoted(job: Job): Promise<boolean> {
  try {
    await job.promote();
    return true;
  } catch (error) {
    if (await job.isDelayed()) throw error;
    return false;
  }
}
