import { startAlertEnvironment } from "../test/faults/alert-environment.ts";
import { type Storm, sendStorm } from "../test/faults/alert-storm.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/**
 * Measures how soon the channel shows the state of each group after the last of 10,000 was accepted, beside how
 * long the same two replicas take to accept them all. Prints, and judges nothing.
 */
export async function storm(pace: Pace): Promise<void> {
  const rounds = pace(3, 1);
  const results: Storm[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using environment = await startAlertEnvironment({ channels: ["incidents"], replicas: 2 });
    results.push(await sendStorm(environment));
  }
  const acceptedMs = medianOf(results.map(({ toldMs }) => toldMs));
  const shownMs = medianOf(results.map((each) => each.shownMs - each.toldMs));
  printTable(`10,000 groups that fire at once in one channel, medians of ${rounds} rounds`, [
    ["", "time", "ratio"],
    ["all accepted within", seconds(acceptedMs), ""],
    ["then all shown within", seconds(shownMs), ratio(shownMs, acceptedMs)],
    ["target", "< 30 s", ""],
  ]);
}
