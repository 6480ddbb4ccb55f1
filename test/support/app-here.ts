import { channel } from "node:diagnostics_channel";
import type { RunningApp } from "../../src/app/app.ts";
import type { Overrides } from "../../src/app/overrides.ts";
import { start } from "../../src/app/start.ts";
import { checkAuditLine } from "./audit-lines.ts";
import type { AppProcess } from "./app-process.ts";
import { slowPainter } from "./slow-painter.ts";

/** The product in this process. Its contexts are there unless it runs in another process. */
export type AppHere = Omit<AppProcess, "pid"> & Partial<Pick<RunningApp, "contextOf" | "routes">>;

/**
 * Starts the product in the tests' own process, with only this environment, on a free port. Its modules are
 * already loaded there, and a separate process would take a second of a core to load them again.
 */
export async function startAppHere(
  environment: Record<string, string>,
  overrides: Overrides = {},
): Promise<AppHere> {
  let written = "";
  const settings = { PORT: "0", LOG_LEVEL: "debug", ...environment };
  const started = await start(settings, {
    painter: slowPainter(),
    ...overrides,
    logTo: {
      write(line) {
        written += line;
        checkAuditLine(line);
        channel("app-log").publish(line);
      },
    },
  });
  if ("problem" in started) throw new Error(started.problem);
  return {
    url: `http://127.0.0.1:${started.port}`,
    contextOf: started.contextOf,
    routes: started.routes,
    output: () => written,
    async end(signal) {
      if (signal === "SIGKILL") throw new Error("The app in this process cannot be killed alone.");
      await started.stop();
      return 0;
    },
    [Symbol.asyncDispose]: () => started.stop(),
  };
}
