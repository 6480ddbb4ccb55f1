import { createServer } from "node:http";
import process from "node:process";
import { Redis } from "ioredis";
import { Pool } from "undici";

// The baseline of a delivery: stores each alert in a list of its hook, answers, posts one message at a time for each
// hook, and drops the alert once Slack has it. It does not check, merge, pace or repeat anything. It imports no code of
// the product.
const { PORT, REDIS_URL = "", SLACK_API_URL = "" } = process.env;
const redis = new Redis(REDIS_URL, { enableAutoPipelining: true });
const slack = new Pool(new URL(SLACK_API_URL).origin, { connections: 256 });
const path = `${new URL(SLACK_API_URL).pathname}chat.postMessage`;
const answer = '{"status":"accepted"}\n';
const running = new Set<string>();

async function relay(list: string): Promise<void> {
  if (running.has(list)) return;
  running.add(list);
  for (let body = await redis.lindex(list, 0); body !== null; body = await redis.lindex(list, 0)) {
    await post(body);
    await redis.lpop(list);
  }
  running.delete(list);
  if ((await redis.llen(list)) > 0) await relay(list);
}

async function post(body: string): Promise<void> {
  const alert: Record<string, unknown> = JSON.parse(body);
  const text = Object.entries(alert)
    .map(([name, value]) => `*${name}*: ${String(value)}`)
    .join("\n");
  const response = await slack.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json; charset=utf-8", authorization: "Bearer xoxb-bench" },
    body: JSON.stringify({
      channel: "C0BENCH",
      text,
      blocks: [{ type: "section", text: { type: "mrkdwn", text } }],
    }),
  });
  await response.body.json();
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => void accept(request.url ?? "/", Buffer.concat(chunks)));

  async function accept(list: string, body: Buffer): Promise<void> {
    if (request.method === "POST") await redis.rpush(list, body);
    response.writeHead(request.method === "POST" ? 202 : 200, {
      "content-type": "application/json",
      "content-length": answer.length,
    });
    response.end(answer);
    if (request.method === "POST") await relay(list);
  }
});
server.listen(Number(PORT));

process.once("SIGTERM", () => process.exit(0));
