import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../lib/errors.ts";
import { startChild } from "./child.ts";

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

// pino's numbers: https://getpino.io/#/docs/api?id=logger-level
const levelNames: Record<number, string> = { 30: "info", 40: "warning", 50: "error", 60: "fatal" };
const warning = 40;
const keptLines = 15;

/** A line of the app's log. Its other fields are for machines. */
const Entry = z.looseObject({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(""),
  err: z.looseObject({ message: z.string() }).optional(),
});
type Entry = z.output<typeof Entry>;

/** The app's log in readable form. */
interface AppLog {
  /** Takes a line of the app's output. Passes it to `show` at once if it is a warning or worse. */
  add(line: string): void;
  /** The last lines in order, of any level. */
  lastLines(): string[];
}

/** Reads a log of pino's JSON lines. Keeps other lines unchanged. */
export function appLog(show: (text: string) => void): AppLog {
  const lines: string[] = [];
  return {
    add(line) {
      const entry = parse(line);
      const text = entry ? readable(entry) : line;
      lines.push(text);
      if (lines.length > keptLines) lines.shift();
      if (entry && entry.level >= warning) show(text);
    },
    lastLines: () => [...lines],
  };
}

function parse(line: string): Entry | undefined {
  try {
    return Entry.safeParse(JSON.parse(line)).data;
  } catch {
    // Only JSON is an entry. A stack trace is not.
    return undefined;
  }
}

function readable({ level, time, msg, err }: Entry): string {
  const clock = new Date(time).toTimeString().slice(0, 8);
  const what = [msg, err?.message].filter(Boolean).join(": ");
  return `${clock} ${levelNames[level] ?? "detail"}: ${what}`;
}
