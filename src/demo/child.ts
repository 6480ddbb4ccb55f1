import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import type { Readable } from "node:stream";

/**
 * Runs "$@" and ends it when its standard input closes. We hold the other end, so the command ends with us in any
 * case, even after a SIGKILL or in a closed terminal.
 */
const guardScript = `
  exec 3<&0 </dev/null
  { read -r _ <&3; kill $$; } >/dev/null 2>&1 &
  exec "$@" 3<&-`;

/** The shell's exit code for a command that is not installed, from POSIX. */
export const commandNotFound = 127;

/** A command that runs in parallel and never outlives us. */
export interface Child {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the command has ended. `code` is null if a signal ended it. */
  readonly ended: Promise<{ code: number | null }>;
  /** Asks the command to end (SIGTERM), kills it if it has not ended within `graceMs`, and waits for its end. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts a command in its own process group, so Ctrl-C reaches only us and we end it in order. */
export function startChild(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): Child {
  const child = spawn("sh", ["-c", guardScript, "sh", command, ...args], { detached: true, env });
  const ended = whenEnded(child);

  async function stop(graceMs = 5_000): Promise<void> {
    const kill = setTimeout(() => child.kill("SIGKILL"), graceMs);
    child.kill("SIGTERM");
    await ended;
    clearTimeout(kill);
  }

  return { stdout: child.stdout, stderr: child.stderr, ended, stop };
}

function whenEnded(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null }> {
  return new Promise((resolve) => {
    child.once("error", () => resolve({ code: commandNotFound }));
    child.once("exit", (code) => {
      child.stdin.destroy();
      resolve({ code });
    });
  });
}
