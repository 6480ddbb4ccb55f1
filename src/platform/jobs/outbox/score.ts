import { dayMs } from "../../../lib/duration.ts";

/** Where in a lane stands what a person waits for. */
export const atOnce = 0;

/**
 * Where in a lane news stand that came at a time: in their order, and before all repetitions of the last day, which only
 * count up; those stand where they came.
 */
export function newsScore(atMs: number): number {
  return atMs - dayMs;
}

/** When what stands at a score came, as seen at a later moment; undefined for what a person waits for. */
export function cameAtMs(score: number, laterMs: number): number | undefined {
  if (score === atOnce) return undefined;
  return laterMs - score >= dayMs ? score + dayMs : score;
}
