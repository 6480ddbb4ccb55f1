import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../lib/errors.ts";
import { startChild } from "./child.ts";
import type { AppLog } from "./app-log.ts";

const mainFile = join(import.meta.dirname, "../main.ts");

const readyCheckMs = 25;

/** The app in a separate process, as it runs anywhere else. */
export interface AppProcess {
  /** Resolves when the app is ready. */
  ready(): Promise<void>;
  /** Rejects with the app's last log lines if it ends unexpectedly. Never resolves. */
  readonly failure: Promise<never>;
  stop(): Promise<void>;
}

/** Starts the app with these settings, without our own environment variables. */
export function startAppProcess(settings: Record<string, string>, log: AppLog): AppProcess {
  const app = startChild(process.execPath, [mainFile], { ...process.env, ...settings });
  for (const output of [app.stdout, app.stderr]) {
    createInterface({ input: output }).on("line", (line) => log.add(line));
  }
  let stopping = false;

  async function failing(): Promise<never> {
    const { code } = await app.ended;
    if (stopping) return new Promise(() => {});
    const how = code === null ? "was ended by a signal" : `ended by itself with exit code ${code}`;
    throw new AppError("upstream", [`The app ${how}. The last of its log:`, ...log.lastLines()].join("\n  "));
  }

  return {
    ready: () => answersReady(`http://127.0.0.1:${settings["PORT"]}/readyz`),
    failure: failing(),
    async stop() {
      stopping = true;
      await app.stop();
    },
  };
}

async function answersReady(url: string): Promise<void> {
  while (!(await isReady(url))) await wait(readyCheckMs);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Nothing listens there yet.
    return false;
  }
}
