import process from "node:process";
import { pino } from "pino";
import { createPainter } from "../src/platform/pictures/painter.ts";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { chartRounds } from "./chart-rounds.ts";
import type { Pace } from "./pace.ts";
import { percentile } from "./percentile.ts";
import { printTable, ratio } from "./print.ts";
import { sampleChart } from "./sample-chart.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget, paintingTarget } from "./targets.ts";

/** The number of charts, and the number after which nothing more is compiled, loaded or set up. */
interface Counts {
  charts: number;
  warmAfter: number;
}

/**
 * Measures how long a chart takes, how much memory 500 of them take, and how soon `/db help` is acknowledged while
 * charts are drawn without pause, beside the same without charts. Prints, and judges nothing.
 */
export async function chart(pace: Pace): Promise<void> {
  await drawMany({ charts: pace(500, 20), warmAfter: pace(100, 5) });
  const redis = await startRedis();
  try {
    const signingSecret = "0123456789abcdef0123456789abcdef";
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    const app = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    console.log(`Redis: ${redis.kind}`);
    await chartRounds({
      drawing: paintingTarget(app, true),
      notDrawing: paintingTarget(app, false),
      signingSecret,
      pace,
    });
  } finally {
    await redis.close();
  }
}

async function drawMany({ charts, warmAfter }: Counts): Promise<void> {
  const painter = createPainter({ log: pino({ level: "silent" }) });
  const timesMs: number[] = [];
  let warmMb = 0;
  for (let drawn = 0; drawn < charts; drawn += 1) {
    const startedAtMs = performance.now();
    await painter.paint(sampleChart);
    timesMs.push(performance.now() - startedAtMs);
    if (timesMs.length === warmAfter) warmMb = residentMb();
  }
  const endMb = residentMb();
  await painter.close();
  print({
    firstMs: timesMs[0] ?? Number.NaN,
    warmMs: timesMs.slice(warmAfter),
    warmMb,
    endMb,
    charts,
    warmAfter,
  });
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}

function mb(value: number): string {
  return `${Math.round(value)} MB`;
}

function residentMb(): number {
  return process.memoryUsage.rss() / 1024 ** 2;
}

function print(results: Counts & { firstMs: number; warmMs: number[]; warmMb: number; endMb: number }): void {
  const { firstMs, warmMs, warmMb, endMb, charts, warmAfter } = results;
  printTable(`A chart of a month and ten services, ${charts} times`, [
    ["", "first", "median", "p99", `after ${warmAfter}`, `after ${charts}`, "ratio"],
    [
      "app",
      ms(firstMs),
      ms(percentile(warmMs, 0.5)),
      ms(percentile(warmMs, 0.99)),
      mb(warmMb),
      mb(endMb),
      ratio(endMb, warmMb),
    ],
    ["target", "", "<= 150 ms", "", "", "", "flat"],
  ]);
}
