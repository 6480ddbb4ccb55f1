import { once } from "node:events";
import { Agent, type IncomingMessage, type RequestListener, request } from "node:http";
import { connect } from "node:net";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { expect, test } from "vitest";
import { startServer, usualLimits } from "../../../src/platform/http/server.ts";

test("while the server drains, each response closes its connection", async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const { promise: leave, resolve: answer } = Promise.withResolvers<void>();
  const web = new Hono().get("/slow", async ({ text }) => {
    asked();
    await leave;
    return text("done");
  });
  const server = await startServer({ port: 0, web });
  const agent = new Agent({ keepAlive: true });
  const answered = once(request(`http://127.0.0.1:${server.port}/slow`, { agent }).end(), "response");
  await isAsked;
  const isClosed = server.close(60_000);
  answer();
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(200);
  expect(response?.headers.connection).toBe("close");
  response?.resume();
  await isClosed;
  agent.destroy();
});

test("a draining server still takes requests, and closes each connection after its answer", async () => {
  const server = await startServer({ port: 0, web: new Hono().get("/", ({ text }) => text("here")) });
  server.drain();
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  await server.close(60_000);
});

test("an answer before the whole body says that its connection ends, and one after it doesn't", async () => {
  const web = new Hono()
    .post("/limited", bodyLimit({ maxSize: 1_000 }), async ({ req, text }) => text(await req.text()))
    .post("/unread", ({ text }) => text("no", 401));
  const paths: Record<string, RequestListener> = { "/raw": (_, response) => response.writeHead(413).end() };
  const server = await startServer({ port: 0, web, paths });
  const post = async (path: string, bytes: number) => {
    const body = Buffer.alloc(bytes);
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: "POST", body });
    await response.arrayBuffer();
    return [response.status, response.headers.get("connection")];
  };
  for (const bytes of [2_000, 2_000_000])
    for (const [path, status] of [
      ["/limited", 413],
      ["/unread", 401],
      ["/raw", 413],
      ["/none", 404],
    ] as const)
      // A connection that was promised and then closed fails one of several requests.
      for (let count = 0; count < 5; count += 1)
        expect([path, ...(await post(path, bytes))]).toEqual([path, status, "close"]);
  expect(await post("/limited", 900)).toEqual([200, "keep-alive"]);
  await server.close(60_000);
});

test("a stop waits neither for connections that send no request, nor past its grace period for an answer", async () => {
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
  const never = new Promise<Response>(() => {});
  const web = new Hono().get("/never", () => {
    asked();
    return never;
  });
  const server = await startServer({ port: 0, web, limits: { ...limits, connections: 3 } });
  const silent = connect(server.port, "127.0.0.1");
  await once(silent, "connect");
  const isSilentClosed = once(silent, "close");
  const stuck = request(`http://127.0.0.1:${server.port}/never`).end();
  const isStuckClosed = new Promise((resolve) => stuck.once("error", resolve));
  await isAsked;
  await server.close(200);
  expect(String(await isStuckClosed)).toContain("socket hang up");
  expect(await isSilentClosed).toEqual([false]);
});

test("a stop takes and answers all connections that wait to be taken", async () => {
  const server = await startServer({ port: 0, web: new Hono().get("/", ({ text }) => text("here")) });
  const answers = Array.from({ length: 40 }, () => endOf(server.port, get));
  // In the same turn of the event loop they are open, and none is taken.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await server.close(60_000);
  expect((await Promise.all(answers)).filter((answer) => !answer.endsWith("here"))).toEqual([]);
});

const get = "GET / HTTP/1.1\r\nhost: here\r\n\r\n";
const limits = {
  headersMs: 200,
  requestMs: 300,
  checkingMs: 50,
  idleMs: 60_000,
  silentMs: 50,
  waitingMs: 500,
  connections: 2,
};

/** Opens a connection and sends only this. Returns how it ends, or "late" after a long wait. */
async function endOf(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => {});
  socket.write(text);
  const late = sleep(15_000, "late", { ref: false });
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(answer)));
  const ended = await Promise.race([closed, late]);
  socket.destroy();
  return ended;
}

test("a request without its headers or body is ended when its time is over", async () => {
  const server = await startServer({
    port: 0,
    web: new Hono(),
    paths: { "/slack/events": () => {} },
    limits,
  });
  const begun = "POST /slack/events HTTP/1.1\r\nhost: x\r\n";
  expect(await endOf(server.port, begun)).toContain("408");
  expect(await endOf(server.port, `${begun}content-length: 10\r\n\r\nhalf`)).toContain("408");
  await server.close(60_000);
});

test("connections over the limit are refused", async () => {
  const web = new Hono().get("/", ({ text }) => text("here"));
  const server = await startServer({ port: 0, web, limits });
  const open = [0, 1].map(() => connect(server.port, "127.0.0.1"));
  await Promise.all(open.map((socket) => once(socket, "connect")));
  expect(await endOf(server.port, "GET / HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
  for (const socket of open) socket.destroy();
  await server.close(60_000);
});

test("a connection is kept for longer than load balancers keep theirs, and limits are noticed within a second", async () => {
  const server = await startServer({ port: 0, web: new Hono().get("/", ({ text }) => text("here")) });
  const agent = new Agent({ keepAlive: true });
  const [response]: IncomingMessage[] = await once(
    request(`http://127.0.0.1:${server.port}/`, { agent }).end(),
    "response",
  );
  expect(response?.headers["keep-alive"]).toBe("timeout=75");
  response?.resume();
  agent.destroy();
  await server.close(60_000);
  expect(usualLimits).toMatchObject({ headersMs: 5_000, requestMs: 10_000, checkingMs: 1_000 });
  expect(usualLimits.connections).toBeLessThan(10_000);
});
