import type { Logger } from "pino";
import type { ProgramCaller } from "./caller.ts";

// One write for many calls. A crash loses the counts of so much time.
const writtenEveryMs = 1_000;

/** Counts the calls of programs, and writes them to Redis in a batch. */
export function countedUses(log: Logger): (caller: ProgramCaller, tool: string) => void {
  const pending = new Map<string, { caller: ProgramCaller; tool: string; count: number }>();
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    timer = undefined;
    const all = [...pending.values()];
    pending.clear();
    for (const { caller, tool, count } of all) {
      const { context, token } = caller;
      context.mcpTokens
        .used(token, tool, count, context.now())
        .catch((err: unknown) => log.info({ err }, "couldn't count the calls of a program"));
    }
  }

  return (caller, tool) => {
    const key = `${caller.context.workspaceId} ${caller.token.id} ${tool}`;
    const count = (pending.get(key)?.count ?? 0) + 1;
    pending.set(key, { caller, tool, count });
    timer ??= setTimeout(write, writtenEveryMs).unref();
  };
}
