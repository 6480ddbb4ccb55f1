import { type StateLine, workspaceOf } from "./export.ts";

/** How many keys and jobs of each workspace are in a state. */
export type StateCounts = Map<string, { keys: number; jobs: number }>;

/** Counts the lines of a state. A job that comes twice counts once. */
export function stateCounter() {
  const counts: StateCounts = new Map();
  const jobs = new Set<string>();
  const of = (workspaceId = "") => {
    const found = counts.get(workspaceId) ?? { keys: 0, jobs: 0 };
    counts.set(workspaceId, found);
    return found;
  };
  return {
    counts,
    count: (line: StateLine): void => {
      if ("entry" in line && !line.entry.more) of(workspaceOf(line.entry.key)).keys += 1;
      if (!("job" in line)) return;
      const job = `${line.job.queue} ${line.job.id}`;
      if (!jobs.has(job)) of(line.job.owner).jobs += 1;
      jobs.add(job);
    },
  };
}
