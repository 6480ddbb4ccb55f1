import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { found, until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the project as it is checked in, for commands to be typed in. */
export interface Copy extends AsyncDisposable {
  readonly path: string;
  /** Runs lines with bash until they end. Fails with their output if one of them fails. */
  run(lines: string, environment?: Record<string, string>): Promise<string>;
  /** Runs lines that end with a server, until their output matches. Waits for its port. */
  serve(lines: string, ready: RegExp, environment?: Record<string, string>): Promise<Served>;
}

/** A server that runs. Disposing it is Ctrl-C. */
export interface Served extends AsyncDisposable {
  output(): string;
}

/**
 * Copies the project, with nothing installed. `npm ci` there is a dry run, which compares the lock file with package.json
 * and downloads nothing, and then links what is installed here. Every other command is run as it is.
 */
export async function copyProject(): Promise<Copy> {
  const path = await mkdtemp(join(tmpdir(), "quartermaster-docs-"));
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error("Git lists no files here, so there is nothing to copy.");
  for (const file of stdout.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    // A file may be deleted and not committed yet.
    await cp(join(root, file), join(path, file)).catch(ignoreMissing);
  }
  const environment = await commandsFor(path);

  return {
    path,
    async run(lines, more = {}) {
      const shell = start(lines, path, { ...environment, ...more });
      const code = await shell.ended;
      if (code !== 0) throw new Error(`${lines}\nended with ${String(code)}:\n${shell.output()}`);
      return shell.output();
    },
    async serve(lines, ready, more = {}) {
      const served = await found(() => serving(start(lines, path, { ...environment, ...more }), ready));
      if (served instanceof Error) throw new Error(`${lines}\n${served.message}`);
      return served;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** A server, once it is ready. Undefined if it ended because another program has its port, an error if it just ended. */
async function serving(shell: Shell, ready: RegExp): Promise<Served | Error | undefined> {
  const isReady = until(async () => ready.test(shell.output())).then(() => true);
  // It goes on waiting after the race.
  isReady.catch(() => {});
  if (!(await Promise.race([isReady, shell.ended.then(() => false)]))) {
    // Another clone of the project, or another test, may run at the same time.
    const isPortTaken = /Port \d+ is (?:busy|in use)\. /.test(shell.output());
    return isPortTaken ? undefined : new Error(`It ended too early:\n${shell.output()}`);
  }
  return {
    output: shell.output,
    async [Symbol.asyncDispose]() {
      signal(shell.child, "SIGINT");
      await shell.ended;
    },
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The environment of a person's shell, with an `npm` before the real one that downloads nothing. */
async function commandsFor(path: string): Promise<NodeJS.ProcessEnv> {
  // Vitest puts the project's own commands first, which a person doesn't have.
  const usual = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const npm = usual.map((each) => join(each, "npm")).find((each) => spawnSync(each, ["-v"]).status === 0);
  if (npm === undefined) throw new Error("There is no npm.");
  const folder = join(path, ".commands");
  await mkdir(folder);
  const script = `#!/bin/sh
if [ "$1" != ci ]; then exec "${npm}" "$@"; fi
"${npm}" ci --dry-run --offline --ignore-scripts --no-audit --no-fund && ln -sfn "${join(root, "node_modules")}" node_modules
`;
  await writeFile(join(folder, "npm"), script);
  await chmod(join(folder, "npm"), 0o755);
  const { HOME, USER, NODE_COMPILE_CACHE } = process.env;
  return { HOME, USER, NODE_COMPILE_CACHE, PATH: [folder, ...usual].join(delimiter) };
}

type Shell = ReturnType<typeof start>;

function start(lines: string, cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn("bash", ["-e", "-c", lines], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  // A failing test must not leave a server behind.
  const kill = () => signal(child, "SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "close").then(([code]: unknown[]) => {
    process.off("exit", kill);
    return code;
  });
  return { child, ended, output: () => output };
}

/** Sends a signal to every process that the lines started, as a terminal does with Ctrl-C. */
function signal({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, name);
  } catch {
    // All of them have ended already.
  }
}
