import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { posts } from "../../../../src/platform/slack/web-api/posts.ts";
import { listening } from "../../../support/listening.ts";
import { until } from "../../../support/until.ts";

let received: string[] = [];
const server = createServer((request, response) => {
  received.push(request.url ?? "");
  response.end("{}");
});
let running: Awaited<ReturnType<typeof listening>>;

beforeAll(async () => {
  running = await listening(server);
});
beforeEach(() => {
  received = [];
});
afterAll(() => running.close());

const start = { wallMs: 1_000_000, monotonicMs: 5_000 };

/** Posts with clocks that the test moves. */
function poster() {
  const at = { ...start };
  const post = posts({ origin: running.url, headers: {}, timeoutMs: 8_000, clock: () => ({ ...at }) });
  return { at, post };
}

test.each([
  ["its own time is over by the wall clock", { wallMs: 8_001, monotonicMs: 0 }, undefined],
  ["its own time is over by the monotonic clock", { wallMs: 0, monotonicMs: 8_001 }, undefined],
  [
    "the wall clock was set back, and its own time is over by the monotonic one",
    { wallMs: -60_000, monotonicMs: 8_001 },
    undefined,
  ],
  ["its claim is over", { wallMs: 3_001, monotonicMs: 0 }, { since: start, forMs: 3_000 }],
])("nothing is sent if %s while it connects", async (_, passedMs, sendBy) => {
  const { at, post } = poster();
  const posted = post("/late", { json: "{}" }, sendBy);
  at.wallMs += passedMs.wallMs;
  at.monotonicMs += passedMs.monotonicMs;
  await expect(posted).rejects.toThrow("too late to send it");
  expect(received).toEqual([]);
});

test("a call is sent within its time limit, which counts from when it was set", async () => {
  const { at, post } = poster();
  at.wallMs += 3_000;
  expect((await post("/in-time", { json: "{}" }, { since: start, forMs: 3_000 })).status).toBe(200);
  at.wallMs += 1;
  await expect(post("/late", { json: "{}" }, { since: start, forMs: 3_000 })).rejects.toThrow(
    "too late to send it",
  );
  expect(received).toEqual(["/in-time"]);
});

// It stops itself once it is connected, before anything is written.
const stoppedProcess = `
import { channel } from "node:diagnostics_channel";
import process from "node:process";
import { clockOf } from "./src/lib/clock.ts";
import { posts } from "./src/platform/slack/web-api/posts.ts";
channel("undici:client:connected").subscribe(() => process.kill(process.pid, "SIGSTOP"));
const clock = clockOf(() => new Date());
const post = posts({ origin: process.env.ORIGIN, headers: {}, timeoutMs: 400, clock });
const outcome = await post("/stopped", { json: "{}" }).then(() => "sent", (error) => error.message);
process.stdout.write(outcome);
process.exit(0);
`;

test("a process that pauses while it connects, for longer than its call may take, sends nothing", async ({
  skip,
}) => {
  if (process.platform !== "linux") return skip("Whether a process is stopped is read from /proc.");
  const args = ["--input-type=module", "--eval", stoppedProcess];
  const child = spawn(process.execPath, args, {
    cwd: `${import.meta.dirname}/../../../..`,
    env: { ORIGIN: running.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(async () => /\) T /.test(await readFile(`/proc/${child.pid}/stat`, "utf8")));
  await sleep(600);
  child.kill("SIGCONT");
  await once(child, "close");
  expect(output).toMatch(/^(it was too late to send it|no answer came within 400 ms)$/);
  expect(received).toEqual([]);
});
