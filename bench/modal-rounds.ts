import type { ModalLoad } from "./modal-load.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { type Running, start } from "./running.ts";
import { bareBoltModalTarget } from "./targets.ts";

/** The number of people at once. */
export const people = 50;

/** The length of one run. */
interface Length {
  rounds: number;
  roundSeconds: number;
}

interface Round {
  p50Ms: number;
  p99Ms: number;
  modalsPerSecond: number;
  /** Processor time for each modal, in microseconds. A busy machine distorts this least. */
  processorUs: number;
}

interface Setting {
  /** The measurement in words. */
  title: string;
  app: Running;
  load: ModalLoad;
  signingSecret: string;
  pace: Pace;
  /** The people who ask repeatedly. By default a new person asks each time. */
  userIds?: readonly string[];
}

/** Opens modals of the app and of a bare Bolt app alternately, and prints the medians of the rounds. */
export async function modalRounds(setting: Setting): Promise<void> {
  const { app, load, signingSecret, pace } = setting;
  const length = { rounds: pace(5, 1), roundSeconds: pace(2, 1) };
  const warmUpSeconds = pace(2, 1);
  const { view } = await measure(setting, app, warmUpSeconds);
  // The app's own code makes the view, so both always send the same one.
  const target = bareBoltModalTarget({ signingSecret, slackApiUrl: load.slackApiUrl, view });
  await using bareBolt = await start(target);
  await measure(setting, bareBolt, warmUpSeconds);
  const results: { app: Round[]; bareBolt: Round[] } = { app: [], bareBolt: [] };
  for (let round = 0; round < length.rounds; round += 1) {
    results.bareBolt.push(await measure(setting, bareBolt, length.roundSeconds));
    results.app.push(await measure(setting, app, length.roundSeconds));
  }
  print(setting.title, length, medians(results.app), medians(results.bareBolt));
}

async function measure(
  { load, signingSecret, userIds }: Setting,
  running: Running,
  seconds: number,
): Promise<Round & { view: string }> {
  const before = await running.processorMs();
  const result = await load.measure({ url: running.url, signingSecret, people, seconds, userIds });
  const usedMs = (await running.processorMs()) - before;
  return { ...result, processorUs: (1000 * usedMs) / (result.modalsPerSecond * seconds) };
}

function print(title: string, { rounds, roundSeconds }: Length, app: Round, bare: Round): void {
  printTable(`${title}, ${people} at once, medians of ${rounds} rounds of ${roundSeconds} s`, [
    ["", "p50", "p99", "modals/s", "processor/modal"],
    row("app", app),
    row("bare Bolt", bare),
    [
      "ratio",
      ratio(app.p50Ms, bare.p50Ms),
      ratio(app.p99Ms, bare.p99Ms),
      ratio(app.modalsPerSecond, bare.modalsPerSecond),
      ratio(app.processorUs, bare.processorUs),
    ],
    ["target (app)", "", "<= 300.0 ms", "", ""],
    ["target (ratio)", "", "<= 2.00", "", ""],
  ]);
}

function row(name: string, { p50Ms, p99Ms, modalsPerSecond, processorUs }: Round): string[] {
  const latencies = [p50Ms, p99Ms].map((ms) => `${ms.toFixed(1)} ms`);
  return [name, ...latencies, Math.round(modalsPerSecond).toString(), `${Math.round(processorUs)} µs`];
}

function medians(results: readonly Round[]): Round {
  const median = (key: keyof Round) => medianOf(results.map((result) => result[key]));
  return {
    p50Ms: median("p50Ms"),
    p99Ms: median("p99Ms"),
    modalsPerSecond: median("modalsPerSecond"),
    processorUs: median("processorUs"),
  };
}
