import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");

/** A copy of the project as it is checked in, for commands to be typed in. */
export interface Copy extends AsyncDisposable {
  readonly path: string;
  /** Runs lines with bash until they end. Fails with their output if one of them fails. */
  run(lines: string, environment?: Record<string, string>): Promise<string>;
  /** Runs lines that end with a server, until their output matches. */
  serve(lines: string, ready: RegExp, environment?: Record<string, string>): Promise<Served>;
}

/** A server that runs. Disposing it is Ctrl-C, and fails if it doesn't end cleanly. */
export interface Served extends AsyncDisposable {
  output(): string;
}

/**
 * Copies the project. What is installed here is linked, so `npm ci` is a dry run there: it compares the lock file with
 * package.json and downloads nothing. Every other command is run as it is.
 */
export async function copyProject(): Promise<Copy> {
  const path = await mkdtemp(join(tmpdir(), "quartermaster-docs-"));
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of stdout.split("\0").filter(Boolean)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    // A file may be deleted and not committed yet.
    await cp(join(root, file), join(path, file)).catch(ignoreMissing);
  }
  await symlink(join(root, "node_modules"), join(path, "node_modules"));
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
      const shell = start(lines, path, { ...environment, ...more });
      const failed = shell.ended.then((code) => {
        throw new Error(`${lines}\nended with ${String(code)}:\n${shell.output()}`);
      });
      await Promise.race([until(async () => ready.test(shell.output())), failed]);
      return {
        output: shell.output,
        async [Symbol.asyncDispose]() {
          failed.catch(() => {});
          interrupt(shell.child);
          await shell.ended;
        },
      };
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The environment of a person's shell, with an `npm` before the real one that installs nothing. */
async function commandsFor(path: string): Promise<NodeJS.ProcessEnv> {
  // Vitest puts the project's own commands first, which a person doesn't have.
  const usual = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  const npm = usual.map((each) => join(each, "npm")).find((each) => spawnSync(each, ["-v"]).status === 0);
  if (npm === undefined) throw new Error("There is no npm.");
  const folder = join(path, ".commands");
  await mkdir(folder);
  const script = `#!/bin/sh
if [ "$1" = ci ]; then exec "${npm}" ci --dry-run --offline --ignore-scripts --no-audit --no-fund; fi
exec "${npm}" "$@"
`;
  await writeFile(join(folder, "npm"), script);
  await chmod(join(folder, "npm"), 0o755);
  const { HOME, USER, NODE_COMPILE_CACHE } = process.env;
  return { HOME, USER, NODE_COMPILE_CACHE, PATH: [folder, ...usual].join(delimiter) };
}

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

/** Ctrl-C, as a terminal sends it: to every process that the lines started. */
function interrupt(child: ChildProcess): void {
  signal(child, "SIGINT");
}

function signal({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return;
  try {
    process.kill(-pid, name);
  } catch {
    // All of them have ended already.
  }
}
