import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppProcess, startAppProcess } from "../support/app-process.ts";
import { until } from "../support/until.ts";

const preload = join(import.meta.dirname, "shifted-clock.ts");

/** The product as several processes. Each has a wall clock of its own. */
export interface ShiftedReplicas extends AsyncDisposable {
  readonly apps: readonly AppProcess[];
  /** Sets a process's clock so far ahead of the machine's. Resolves when the process says that its clock is wrong or right. */
  setAhead(replica: number, aheadMs: number): Promise<void>;
}

/** Starts them with right clocks. */
export async function startShiftedReplicas(
  environment: Record<string, string>,
  count: number,
): Promise<ShiftedReplicas> {
  const directory = await mkdtemp(join(tmpdir(), "quartermaster-clocks-"));
  const fileOf = (replica: number) => join(directory, String(replica));
  const apps = await Promise.all(
    Array.from({ length: count }, async (_, replica) => {
      await writeFile(fileOf(replica), "0");
      return startAppProcess({
        ...environment,
        NODE_OPTIONS: `--import ${preload}`,
        TEST_CLOCK_FILE: fileOf(replica),
      });
    }),
  );
  const health = async (replica: number) => {
    const answer = await fetch(`${apps[replica]?.url}/readyz`);
    return { isReady: answer.ok, text: await answer.text() };
  };
  for (let replica = 0; replica < count; replica += 1)
    await until(async () => (await health(replica)).isReady);
  return {
    apps,
    async setAhead(replica, aheadMs) {
      await writeFile(fileOf(replica), String(aheadMs));
      const isWrong = Math.abs(aheadMs) > 5_000;
      await until(async () => (await health(replica)).text.includes("clock of this process") === isWrong);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end("SIGKILL")));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
