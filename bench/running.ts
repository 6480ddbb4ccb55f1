import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../src/demo/redis.ts";
import type { Target } from "./targets.ts";

const maxWaitMs = 30_000;
/** The folder of compiled modules for all started processes, as with `npm start` and in the image. */
export const compiledDirectory = join(
  import.meta.dirname,
  "../node_modules/.cache/quartermaster/compiled-for-bench",
);

/** A target's process, ready. It ends with the scope that holds it. */
export interface Running extends AsyncDisposable {
  /** The address for Slack's requests. */
  url: string;
  /** The time from the process's start to the first 200 of /readyz. */
  readyAfterMs: number;
  /** Resident memory now. */
  residentMb(): Promise<number>;
  /** The most resident memory so far. */
  peakMb(): Promise<number>;
  /** Processor time used so far, in steps of 10 ms. */
  processorMs(): Promise<number>;
}

/** Starts a target in a separate process and waits until it is ready. Fails if it ends before. */
export async function start({ name, script, flags = [], env }: Target): Promise<Running> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...flags, script], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledDirectory, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const readyz = `http://127.0.0.1:${port}/readyz`;
  while (!(await isReady(readyz))) {
    if (child.exitCode !== null || performance.now() - startedAt > maxWaitMs) {
      await stop(child);
      throw new Error(`${name} did not become ready within ${maxWaitMs} ms`);
    }
    await wait(2);
  }
  return {
    url: `http://127.0.0.1:${port}/slack/events`,
    readyAfterMs: performance.now() - startedAt,
    residentMb: () => memoryMbOf(child.pid, "VmRSS"),
    peakMb: () => memoryMbOf(child.pid, "VmHWM"),
    processorMs: () => processorMsOf(child.pid),
    [Symbol.asyncDispose]: () => stop(child),
  };
}

/** True if a GET of this address is answered with 200. */
export function isReady(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  get(url, { agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode === 200);
  }).on("error", () => resolve(false));
  return promise;
}

/** A process's resident memory: now, or the most so far. */
export async function memoryMbOf(pid: number | undefined, field: "VmRSS" | "VmHWM"): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
}

/** The processor time that a process has used so far, in steps of 10 ms. */
export async function processorMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // proc_pid_stat(5): utime and stime are the 12th and 13th after the command's name, in ticks of 1/100 s
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
