import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { startServer } from "../../src/http/server.ts";

test("an end waits for no connection that is kept busy: each answer from then on is its connection's last", async () => {
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
  const isClosed = server.close();
  answer();
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(200);
  expect(response?.headers.connection).toBe("close");
  response?.resume();
  await isClosed;
  agent.destroy();
});
