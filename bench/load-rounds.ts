import { load, type LoadResult } from "./load.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import type { Pace } from "./pace.ts";
import { start, type Running } from "./running.ts";
import { askForHelp } from "./signed-help.ts";
import type { Target } from "./targets.ts";

const connections = 50;
/** The length of one run. */
interface Length {
  rounds: number;
  roundSeconds: number;
}

interface Round extends LoadResult {
  /** Processor time for each request, in microseconds. A busy machine distorts this least. */
  processorUs: number;
}

type Medians = Omit<Round, "failures">;

interface Results {
  app: Round[];
  bareBolt: Round[];
}

/** Loads both alternately in one run, and prints the medians of the rounds. */
export async function loadRounds(options: {
  app: Target;
  bareBolt: Target;
  signingSecret: string;
  pace: Pace;
}): Promise<void> {
  const { signingSecret, pace } = options;
  const length = { rounds: pace(5, 1), roundSeconds: pace(4, 1) };
  await using app = await start(options.app);
  await using bareBolt = await start(options.bareBolt);
  for (const running of [app, bareBolt]) {
    await askForHelp(running.url, signingSecret);
    await measure(running, signingSecret, pace(3, 1));
  }
  const results: Results = { app: [], bareBolt: [] };
  for (let round = 0; round < length.rounds; round += 1) {
    results.bareBolt.push(await measure(bareBolt, signingSecret, length.roundSeconds));
    results.app.push(await measure(app, signingSecret, length.roundSeconds));
  }
  print(results, length);
}

async function measure(running: Running, signingSecret: string, seconds: number): Promise<Round> {
  const before = await running.processorMs();
  const result = await load({ url: running.url, signingSecret, connections, seconds });
  const usedMs = (await running.processorMs()) - before;
  return { ...result, processorUs: (1000 * usedMs) / (result.requestsPerSecond * seconds) };
}

function print(results: Results, { rounds, roundSeconds }: Length): void {
  const app = medians(results.app);
  const bare = medians(results.bareBolt);
  printTable(`/db help, ${connections} at once, medians of ${rounds} rounds of ${roundSeconds} s`, [
    ["", "p50", "p99", "requests/s", "processor/request"],
    row("app", app),
    row("bare Bolt", bare),
    [
      "ratio",
      ratio(app.p50Ms, bare.p50Ms),
      ratio(app.p99Ms, bare.p99Ms),
      ratio(app.requestsPerSecond, bare.requestsPerSecond),
      ratio(app.processorUs, bare.processorUs),
    ],
    ["target", "", "<= 0.85", "", ""],
  ]);
}

function row(name: string, { p50Ms, p99Ms, requestsPerSecond, processorUs }: Medians): string[] {
  const latencies = [p50Ms, p99Ms].map((ms) => `${ms.toFixed(1)} ms`);
  return [name, ...latencies, Math.round(requestsPerSecond).toString(), `${Math.round(processorUs)} µs`];
}

function medians(results: Round[]): Medians {
  const median = (key: keyof Medians) => medianOf(results.map((result) => result[key]));
  return {
    p50Ms: median("p50Ms"),
    p99Ms: median("p99Ms"),
    requestsPerSecond: median("requestsPerSecond"),
    processorUs: median("processorUs"),
  };
}
