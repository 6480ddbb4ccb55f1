import { load, type LoadResult } from "./load.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { start } from "./running.ts";
import { askForHelp } from "./signed-help.ts";
import type { Target } from "./targets.ts";

interface Settings {
  signingSecret: string;
  connections: number;
  warmUpSeconds: number;
  roundSeconds: number;
}

/** Some people at once, and enough people to use all processor time. */
const crowds = [2, 50];

/** Acknowledgements while the same process draws charts without pause, beside those while it draws none. */
export async function chartRounds(options: {
  drawing: Target;
  notDrawing: Target;
  signingSecret: string;
  pace: Pace;
}): Promise<void> {
  const { drawing, notDrawing, signingSecret, pace } = options;
  const [rounds, warmUpSeconds, roundSeconds] = [pace(3, 1), pace(2, 1), pace(4, 1)];
  const settings = { signingSecret, warmUpSeconds, roundSeconds };
  for (const connections of crowds) {
    const busy: LoadResult[] = [];
    const free: LoadResult[] = [];
    // One after the other, because drawing takes a whole processor.
    for (let round = 0; round < rounds; round += 1) {
      free.push(await measure(notDrawing, { ...settings, connections }));
      busy.push(await measure(drawing, { ...settings, connections }));
    }
    const title = `/db help, ${connections} at once, medians of ${rounds} rounds of ${roundSeconds} s`;
    print(title, busy, free);
  }
}

async function measure(
  target: Target,
  { warmUpSeconds, roundSeconds, ...settings }: Settings,
): Promise<LoadResult> {
  await using running = await start(target);
  const { url } = running;
  await askForHelp(url, settings.signingSecret);
  await load({ ...settings, url, seconds: warmUpSeconds });
  // Awaited here: the app ends with this scope.
  return await load({ ...settings, url, seconds: roundSeconds });
}

function print(title: string, busy: readonly LoadResult[], free: readonly LoadResult[]): void {
  const drawing = medians(busy);
  const notDrawing = medians(free);
  printTable(title, [
    ["", "p50", "p99", "requests/s"],
    row("drawing without pause", drawing),
    row("not drawing", notDrawing),
    [
      "ratio",
      ratio(drawing.p50Ms, notDrawing.p50Ms),
      ratio(drawing.p99Ms, notDrawing.p99Ms),
      ratio(drawing.requestsPerSecond, notDrawing.requestsPerSecond),
    ],
  ]);
}

type Medians = Omit<LoadResult, "failures">;

function row(name: string, { p50Ms, p99Ms, requestsPerSecond }: Medians): string[] {
  return [name, `${p50Ms.toFixed(1)} ms`, `${p99Ms.toFixed(1)} ms`, Math.round(requestsPerSecond).toString()];
}

function medians(results: readonly LoadResult[]): Medians {
  const median = (key: keyof Medians) => medianOf(results.map((result) => result[key]));
  return {
    p50Ms: median("p50Ms"),
    p99Ms: median("p99Ms"),
    requestsPerSecond: median("requestsPerSecond"),
  };
}
