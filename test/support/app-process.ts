import { type ChildProcess, spawn } from "node:child_process";
import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { join } from "node:path";
import { bundled } from "./bundled.ts";

/** The product's sources, for tests that look into a process by its modules. */
export const sourceMain = join(import.meta.dirname, "../../src/main.ts");

/** The product as a separate process. */
export interface AppProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Everything that it wrote so far, to both outputs. */
  output(): string;
  /** Ends it with a signal and waits for its end. Returns its exit code, or null if the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the product with only this environment, on a free port, and waits until it listens, which it does without Redis too. */
export async function startAppProcess(
  environment: Record<string, string>,
  script?: string,
  ...args: readonly string[]
): Promise<AppProcess> {
  const { main, compiled } = await bundled();
  return running(
    spawn(process.execPath, [script ?? main, ...args], {
      env: withDefaults(environment, compiled),
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

/** A running clock that tests move forward. */
export interface MovedClock {
  now(): Date;
  /** Moves it forward to a time, in every process that follows it. */
  moveTo(time: Date | string): void;
  /** Called at every move. */
  readonly followers: Set<(aheadMs: number) => void>;
  readonly aheadMs: number;
}

/** A clock that shows this time now. */
export function movedClock(time: string): MovedClock {
  const followers = new Set<(aheadMs: number) => void>();
  let aheadMs = Date.parse(time) - Date.now();
  return {
    followers,
    get aheadMs() {
      return aheadMs;
    },
    now: () => new Date(Date.now() + aheadMs),
    moveTo(next) {
      aheadMs = new Date(next).getTime() - Date.now();
      for (const follow of followers) follow(aheadMs);
    },
  };
}

/** The same with a clock that tests move, and with schedules checked every 100 ms. */
export async function startClockedApp(
  environment: Record<string, string>,
  clock: MovedClock,
): Promise<AppProcess> {
  const { clocked, compiled } = await bundled();
  const env = { ...withDefaults(environment, compiled), TEST_CLOCK_AHEAD_MS: String(clock.aheadMs) };
  const child = spawn(process.execPath, [clocked], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const follow = (aheadMs: number) => void (child.connected && child.send({ aheadMs }));
  clock.followers.add(follow);
  child.once("exit", () => clock.followers.delete(follow));
  return running(child);
}

function withDefaults(environment: Record<string, string>, compiled: string): Record<string, string> {
  return {
    PORT: "0",
    LOG_LEVEL: "debug",
    DRAIN_SECONDS: "0",
    NODE_COMPILE_CACHE: compiled,
    ...environment,
  };
}

async function running(child: ChildProcess): Promise<AppProcess> {
  // A failing test must not leave the app behind.
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  let written = "";
  child.stdout?.on("data", (chunk: Buffer) => (written += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const output = () => written;
  const port = await listeningPort(child, output);
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, "exit");
      channel("app-log").publish(output());
    }
    return child.exitCode;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output,
    end,
    [Symbol.asyncDispose]: async () => void (await end("SIGTERM")),
  };
}

/** Runs the product until it ends. Returns its exit code and its output. */
export async function runAppProcess(
  environment: Record<string, string>,
  meanwhile?: (child: ChildProcess) => Promise<void>,
  script?: string,
): Promise<{ code: number | null; output: string }> {
  const { main, compiled } = await bundled();
  const env = { NODE_COMPILE_CACHE: compiled, ...environment };
  const child = spawn(process.execPath, [script ?? main], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const isClosed = once(child, "close");
  await meanwhile?.(child);
  await isClosed;
  channel("app-log").publish(output);
  return { code: child.exitCode, output };
}

async function listeningPort(child: ChildProcess, output: () => string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const look = () => {
    const [, port] = /"port":(\d+),"msg":"(?:listening"|waiting for Redis)/.exec(output()) ?? [];
    if (port === undefined) return;
    child.stdout?.off("data", look);
    resolve(port);
  };
  child.stdout?.on("data", look);
  child.once("exit", () => reject(new Error(`The app ended before it listened:\n${output()}`)));
  return promise;
}
