import { flushCompileCache } from "node:module";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import type { RunningApp } from "./app/app.ts";

/** How long a stop waits for an unfinished start. Nothing is served before it is finished. */
const unfinishedMs = 3_000;
/**
 * Node waits at its exit for code that V8 compiles in the background, and hangs if that waits for a garbage collection
 * (nodejs/node#54918). In an idle process both end within this time.
 */
const idleMs = 100;
/** Ctrl-C in `npm start` arrives twice at once: from the terminal and from npm. */
const sameMs = 1_000;

// Registered first: the first process of a container gets only the signals that it listens to.
const { promise: isAsked, resolve: ask } = Promise.withResolvers<NodeJS.Signals>();
const stopped = new AbortController();
let askedAtMs = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop(signal));

// Loaded before any flag is set, because V8 then refuses what Node keeps of them compiled.
for (const name of ["crypto", "dns", "https", "perf_hooks", "tls", "worker_threads", "zlib"])
  process.getBuiltinModule(`node:${name}`);
// While modules load, V8 would double the space for new objects several times, and keep about 13 MB that an idle
// process doesn't need. The default is restored once the process serves.
setFlagsFromString("--semi-space-growth-factor=1");
// Programs that speak MCP then only read, whatever the environment says.
const readOnly = process.argv.includes("--read-only") ? { MCP_READ_ONLY: "on" } : {};
const starting = import("./app/start.ts").then(({ start }) =>
  start({ ...process.env, ...readOnly }, { nodeVersion: process.versions.node }, stopped.signal),
);
let isStarted = false;
let isFaulty = false;
// Without these, such a failure ends the process at once, and what it had accepted waits for another one.
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => void endFaulty(error));
}
void isAsked.then(async (signal) => {
  const begun = await Promise.race([starting, sleep(unfinishedMs)]);
  if (begun && "stop" in begun) await end(begun, signal);
  await sleep(idleMs);
  process.exit(0);
});
const app = await starting;
isStarted = true;
setFlagsFromString("--semi-space-growth-factor=2");
// Node keeps what it read from the cache of compiled modules until it writes it, by default at the exit.
flushCompileCache();
// In small steps, because after a flood of alerts a large heap would stay behind.
setFlagsFromString("--heap-growing-percent=75");

if ("problem" in app) {
  if (!stopped.signal.aborted) fail(app.problem);
} else {
  // A newer version wrote to Redis. One more write of this one could spoil it.
  fail((await app.refused).message);
}

function fail(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** Logs a failure that nothing caught, drains, and ends the process with 1. */
async function endFaulty(error: unknown): Promise<void> {
  if (!isStarted) return fail(inspect(error));
  const running = await starting;
  if ("problem" in running) return fail(inspect(error));
  running.fault(error);
  if (isFaulty || stopped.signal.aborted) return;
  isFaulty = true;
  try {
    await running.drain();
    await running.stop();
  } finally {
    process.exit(1);
  }
}

async function end(begun: RunningApp, signal: NodeJS.Signals): Promise<void> {
  // A person who presses Ctrl-C does not wait for load balancers.
  if (signal === "SIGTERM") await begun.drain();
  await begun.stop();
}

/** The first signal stops the process in order. A later one ends it at once. */
function stop(signal: NodeJS.Signals): void {
  if (stopped.signal.aborted) {
    if (performance.now() - askedAtMs > sameMs) process.exit(1);
    return;
  }
  askedAtMs = performance.now();
  stopped.abort();
  ask(signal);
}
