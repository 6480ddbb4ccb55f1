import { load, type LoadResult } from "./load.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { start } from "./running.ts";
import { askForHelp } from "./signed-help.ts";
import type { Target } from "./targets.ts";

const connections = 50;
const rounds = 5;
const roundSeconds = 4;
const warmUpSeconds = 3;

type Medians = Omit<LoadResult, "failures">;

interface Results {
  app: LoadResult[];
  bareBolt: LoadResult[];
}

/** Loads both in turns, in the same run, and prints the medians of the rounds. */
export async function loadRounds(options: {
  app: Target;
  bareBolt: Target;
  signingSecret: string;
}): Promise<void> {
  const { signingSecret } = options;
  await using app = await start(options.app);
  await using bareBolt = await start(options.bareBolt);
  const once = ({ url }: { url: string }, seconds: number) =>
    load({ url, signingSecret, connections, seconds });
  for (const running of [app, bareBolt]) {
    await askForHelp(running.url, signingSecret);
    await once(running, warmUpSeconds);
  }
  const results: Results = { app: [], bareBolt: [] };
  for (let round = 0; round < rounds; round += 1) {
    results.bareBolt.push(await once(bareBolt, roundSeconds));
    results.app.push(await once(app, roundSeconds));
  }
  print(results);
}

function print(results: Results): void {
  const app = medians(results.app);
  const bare = medians(results.bareBolt);
  printTable(`/db help, ${connections} at once, medians of ${rounds} rounds of ${roundSeconds} s`, [
    ["", "p50", "p99", "requests/s"],
    row("app", app),
    row("bare Bolt", bare),
    [
      "ratio",
      ratio(app.p50Ms, bare.p50Ms),
      ratio(app.p99Ms, bare.p99Ms),
      ratio(app.requestsPerSecond, bare.requestsPerSecond),
    ],
    ["target", "", "<= 1.30", ""],
  ]);
}

function row(name: string, result: Medians): string[] {
  const requests = Math.round(result.requestsPerSecond).toString();
  return [name, `${result.p50Ms.toFixed(1)} ms`, `${result.p99Ms.toFixed(1)} ms`, requests];
}

function medians(results: LoadResult[]): Medians {
  const median = (key: keyof Medians) => medianOf(results.map((result) => result[key]));
  return { p50Ms: median("p50Ms"), p99Ms: median("p99Ms"), requestsPerSecond: median("requestsPerSecond") };
}
