import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { team } from "@quartermaster/local-slack";
import { freePort } from "../../src/demo/redis.ts";
import { createStore } from "../../src/app/store.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const script = new URL("../../src/demo/main.ts", import.meta.url).pathname;
const running = new Set<ChildProcessWithoutNullStreams>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

interface Demo {
  child: ChildProcessWithoutNullStreams;
  /** Everything that it has printed so far. */
  printed: () => string;
  /** Waits until it prints this text or ends. */
  until: (text: string) => Promise<void>;
}

function demo(environment: Record<string, string> = {}, ...words: string[]): Demo {
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, REDIS_URL: redis.url, ...environment },
  });
  running.add(child);
  const ended = once(child, "exit");
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  return {
    child,
    printed: () => output,
    async until(text) {
      while (!output.includes(text) && child.exitCode === null) {
        await Promise.race([once(child.stdout, "data"), ended]);
      }
    },
  };
}

/** Keeps a port busy, unless another process has it already. */
async function occupy(port: number): Promise<() => void> {
  const server = createServer();
  const { promise: fixed, resolve } = Promise.withResolvers<void>();
  server.once("listening", resolve).once("error", () => resolve());
  server.listen(port, "127.0.0.1");
  await fixed;
  return () => server.close();
}

test("the demo starts with a served page, known services and a firing alert, avoids busy ports, and ends cleanly at Ctrl-C", async () => {
  const wanted = await freePort();
  const release = await occupy(wanted);
  const { child, printed, until } = demo({ PORT: "3000" }, "--port", String(wanted));
  await until("Press Ctrl-C");
  release();

  expect(printed()).toMatch(new RegExp(`^Port ${wanted} is busy, so the app is on port \\d+\\.$`, "m"));
  expect(printed().match(/^ {2}\/db .+$/gm)).toHaveLength(5);
  const address = /Open (\S+)/.exec(printed())?.[1] ?? "";
  const page = await fetch(address);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toContain("text/html");
  const known = await createStore(redis.client).workspace(team.id).services.list();
  expect(known.map(({ name }) => name)).toEqual(["orders prod", "session cache", "web analytics"]);
  const owners = await createStore(redis.client).workspace(team.id).owners.list();
  expect(owners.map(({ name, team: of }) => [name, of?.name])).toEqual([
    ["orders prod", "payments"],
    ["session cache", "payments"],
    ["web analytics", "growth"],
  ]);
  const empty = /(\S+) is a workspace without a cloud yet: (\S+)/.exec(printed())?.[2] ?? "";
  expect((await fetch(empty)).status).toBe(200);
  expect(printed()).toContain("An alert is firing in #alerts");
  const hooks = await createStore(redis.client).workspace(team.id).hooks.list();
  expect(hooks).toMatchObject([{ channelId: "C0ALERTS01", observes: { serviceId: known[0]?.serviceId } }]);

  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(fetch(address)).rejects.toThrow("fetch failed");
});

test("if the app does not start, the demo prints the end of its log and exits with code 1", async () => {
  const { child, printed } = demo({ LOG_LEVEL: "loud" });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(printed()).toContain("The app ended by itself with exit code 1. The last of its log:");
  expect(printed()).toContain(
    "- LOG_LEVEL must be one of trace, debug, info, warn, error, fatal and silent.",
  );
});

test("a port that is none is refused before anything starts", async () => {
  const { child, printed } = demo({ PORT: "70000" });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(printed()).toContain("The port must be the first of four, as in: npm run demo -- --port 4000");
});

test("words that aren't a port are refused before anything starts", async () => {
  const { child, printed } = demo({}, "--prot", "4000");
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(printed()).toBe("The demo takes only a port, as in: npm run demo -- --port 4000\n");
});

test("if REDIS_URL does not answer, the demo says so and uses a private Redis", async () => {
  const { child, printed, until } = demo({ REDIS_URL: "redis://127.0.0.1:1" });
  await until("Press Ctrl-C");
  expect(printed()).toContain("REDIS_URL does not answer, so a private Redis is used.");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
