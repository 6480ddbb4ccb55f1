import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../src/main.ts");

/** The product as a process of its own. */
export interface AppProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Everything it wrote so far, to both its outputs. */
  output(): string;
  /** Ends it with a signal and waits until it is gone; answers its exit code, null where the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the product with this environment alone, on a free port, and waits until it listens. */
export async function startAppProcess(environment: Record<string, string>): Promise<AppProcess> {
  const child = spawn(process.execPath, [main], {
    env: { PORT: "0", LOG_LEVEL: "debug", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test that fails on its way must not leave the app behind.
  const onExit = () => child.kill("SIGKILL");
  process.once("exit", onExit);
  child.once("exit", () => process.off("exit", onExit));
  const chunks: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  const output = () => chunks.join("");
  const port = await listeningPort(child, output);
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, "exit");
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

/** Runs the product until it ends by itself; answers its exit code and what it wrote. */
export async function runAppProcess(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, output };
}

async function listeningPort(child: ChildProcess, output: () => string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  child.stdout?.on("data", () => {
    const [, port] = /"port":(\d+),"msg":"listening"/.exec(output()) ?? [];
    if (port !== undefined) resolve(port);
  });
  child.once("exit", () => reject(new Error(`The app ended before it listened:\n${output()}`)));
  return promise;
}
