import { setTimeout as wait } from "node:timers/promises";
import { medianOf, printTable, ratio } from "./print.ts";
import type { Pace } from "./pace.ts";
import { start } from "./running.ts";
import { askForHelp } from "./signed-help.ts";
import { type Target, bundledBareBoltTarget } from "./targets.ts";

/** The time after which an unused process counts as idle. */
const idleMs = 1_000;

interface StartResult {
  readyAfterMs: number;
  idleMb: number;
  afterHelpMb: number;
}

/**
 * Starts each alternately, and prints the medians of its start times and idle memory, without the first start. The app
 * is the bundle that production starts, and bare Bolt runs as its users run it, from its packages.
 */
export async function startRounds(options: {
  app: Target;
  bareBolt: Target;
  signingSecret: string;
  pace: Pace;
}): Promise<void> {
  const rounds = options.pace(9, 1);
  const app: StartResult[] = [];
  const bareBolt: StartResult[] = [];
  // The first starts do not count, because the processes compile and save their modules.
  const bundled = await bundledBareBoltTarget(options.bareBolt);
  const bundledBolt: StartResult[] = [];
  for (const target of [options.app, options.bareBolt, bundled]) await measure(target, options.signingSecret);
  for (let round = 0; round < rounds; round += 1) {
    bareBolt.push(await measure(options.bareBolt, options.signingSecret));
    bundledBolt.push(await measure(bundled, options.signingSecret));
    app.push(await measure(options.app, options.signingSecret));
  }
  print(medians(app), medians(bareBolt), medians(bundledBolt), rounds);
}

async function measure(target: Target, signingSecret: string): Promise<StartResult> {
  await using running = await start(target);
  await wait(idleMs);
  const idleMb = await running.residentMb();
  await askForHelp(running.url, signingSecret);
  await wait(idleMs);
  return { readyAfterMs: running.readyAfterMs, idleMb, afterHelpMb: await running.residentMb() };
}

function medians(results: StartResult[]): StartResult {
  const median = (key: keyof StartResult) => medianOf(results.map((result) => result[key]));
  return {
    readyAfterMs: median("readyAfterMs"),
    idleMb: median("idleMb"),
    afterHelpMb: median("afterHelpMb"),
  };
}

function print(app: StartResult, bare: StartResult, bundled: StartResult, rounds: number): void {
  printTable(`Start and memory, medians of ${rounds} starts`, [
    ["", "start to /readyz", "idle", "after one /db help"],
    row("app", app),
    row("bare Bolt", bare),
    [
      "ratio",
      ratio(app.readyAfterMs, bare.readyAfterMs),
      ratio(app.idleMb, bare.idleMb),
      ratio(app.afterHelpMb, bare.afterHelpMb),
    ],
    ["target", "<= 1.70", "<= 1.30", ""],
    row("bare Bolt, bundled", bundled),
  ]);
}

function row(name: string, result: StartResult): string[] {
  const { readyAfterMs, idleMb, afterHelpMb } = result;
  return [
    name,
    `${Math.round(readyAfterMs)} ms`,
    `${Math.round(idleMb)} MB`,
    `${Math.round(afterHelpMb)} MB`,
  ];
}
