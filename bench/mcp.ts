import { once } from "node:events";
import { createServer } from "node:http";
import { Redis } from "ioredis";
import { Agent, request } from "undici";
import { createStore } from "../src/app/store.ts";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { putToken } from "../test/support/program.ts";
import { addHooks } from "./alert-hooks.ts";
import type { Pace } from "./pace.ts";
import { percentile } from "./percentile.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { type Running, start } from "./running.ts";
import { benchWorkspaceId, signedCommand } from "./signed-command.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget } from "./targets.ts";

const signingSecret = "0123456789abcdef0123456789abcdef";
const agent = new Agent({ connections: 16 });

/** One way to ask for the list of hooks, until its answer is there. */
type Ask = (index: number) => Promise<void>;

/**
 * Measures how soon a program's read by `/mcp` is answered, beside the same read by a command in Slack, in one run. Also
 * the memory and the time to be ready with `/mcp` off and on. Prints, and judges nothing.
 */
export async function mcp(pace: Pace): Promise<void> {
  const redis = await startRedis();
  try {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    await addHooks(redis.url, 20);
    const client = new Redis(redis.url);
    const token = await putToken(createStore(client), benchWorkspaceId, "U0BENCH");
    await client.quit();
    console.log(`Redis: ${redis.kind}`);
    await printRest(target, pace);
    await using app = await start({ ...target, env: { ...target.env, MCP: "on" } });
    const answers = await startAnswers();
    const asks = { command: byCommand(app, answers), "/mcp": byProgram(app, token) };
    for (const atOnce of [1, 6]) await printRounds(asks, { atOnce, rounds: pace(9, 1), each: pace(400, 20) });
    const afterMb = await app.residentMb();
    console.log(`resident after the reads: ${afterMb.toFixed(1)} MB`);
    answers.close();
  } finally {
    await redis.close();
    await agent.destroy();
  }
}

async function printRest(target: Parameters<typeof start>[0], pace: Pace): Promise<void> {
  const rows: string[][] = [["", "ready", "resident"]];
  for (const MCP of ["off", "on"]) {
    const ready: number[] = [];
    const resident: number[] = [];
    for (let round = 0; round < pace(5, 1); round += 1) {
      await using app = await start({ ...target, env: { ...target.env, MCP } });
      ready.push(app.readyAfterMs);
      resident.push(await app.residentMb());
    }
    rows.push([`MCP=${MCP}`, `${medianOf(ready).toFixed(0)} ms`, `${medianOf(resident).toFixed(1)} MB`]);
  }
  printTable("a started process before its first request, medians", rows);
}

interface Rounds {
  atOnce: number;
  rounds: number;
  each: number;
}

async function printRounds(
  asks: Readonly<Record<string, Ask>>,
  { atOnce, rounds, each }: Rounds,
): Promise<void> {
  const found = new Map<string, { p50: number[]; p95: number[] }>();
  for (const name of Object.keys(asks)) found.set(name, { p50: [], p95: [] });
  for (const ask of Object.values(asks)) await timesOf(ask, { atOnce, each });
  for (let round = 0; round < rounds; round += 1)
    for (const [name, ask] of Object.entries(asks)) {
      const times = await timesOf(ask, { atOnce, each });
      found.get(name)?.p50.push(percentile(times, 0.5));
      found.get(name)?.p95.push(percentile(times, 0.95));
    }
  const medians = (name: string) => {
    const { p50 = [], p95 = [] } = found.get(name) ?? {};
    return { p50: medianOf(p50), p95: medianOf(p95) };
  };
  const [command, program] = [medians("command"), medians("/mcp")];
  printTable(`20 hooks, ${atOnce} at once, medians of ${rounds} rounds of ${each}`, [
    ["", "p50", "p95"],
    ["command", ...cells(command)],
    ["/mcp", ...cells(program)],
    ["ratio", ratio(program.p50, command.p50), ratio(program.p95, command.p95)],
  ]);
}

function cells({ p50, p95 }: { p50: number; p95: number }): string[] {
  return [`${p50.toFixed(2)} ms`, `${p95.toFixed(2)} ms`];
}

let asked = 0;

async function timesOf(ask: Ask, { atOnce, each }: Omit<Rounds, "rounds">): Promise<number[]> {
  const times: number[] = [];
  let left = each;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      asked += 1;
      const at = performance.now();
      await ask(asked);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return times;
}

/** Where answers to commands arrive. */
async function startAnswers() {
  const waiting = new Map<string, () => void>();
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on("end", () => {
      response.end("ok");
      waiting.get(incoming.url ?? "")?.();
    });
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    arrived(path: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(path, resolve);
      return promise.finally(() => waiting.delete(path));
    },
    close: () => server.close(),
  };
}

function byCommand({ url }: Running, answers: Awaited<ReturnType<typeof startAnswers>>): Ask {
  return async (index) => {
    const path = `/answer/${index}`;
    const arrived = answers.arrived(path);
    const { body, headers } = signedCommand(signingSecret, {
      text: "alerts hooks list",
      triggerId: `1.2.${index}`,
      responseUrl: `${answers.url}${path}`,
    });
    const response = await request(url, { method: "POST", headers, body, dispatcher: agent });
    await response.body.dump();
    await arrived;
  };
}

function byProgram({ url }: Running, token: string): Ask {
  const address = new URL("/mcp", url);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": "hooks_list",
  };
  return async (id) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name: "hooks_list", arguments: {}, _meta };
    const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
    const response = await request(address, { method: "POST", headers, body, dispatcher: agent });
    const text = await response.body.text();
    if (response.statusCode !== 200 || text.includes('"isError":true')) throw new Error(text);
  };
}
