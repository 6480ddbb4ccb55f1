import { on, once } from "node:events";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { asObject, callAs, tinyApp, type TinyApp } from "./tiny-app.ts";
import type { JsonObject } from "../src/json.ts";

interface Connection {
  socket: WebSocket;
  hello: JsonObject;
  /** The next message. None is missed, even if two arrive at once. */
  next: () => Promise<JsonObject>;
}

async function connect({ slack }: TinyApp): Promise<Connection> {
  const { url } = await callAs(slack, slack.appToken, "apps.connections.open");
  const socket = new WebSocket(String(url));
  const messages = on(socket, "message");
  const next = async (): Promise<JsonObject> => {
    const { value } = await messages.next();
    return asObject(JSON.parse(String(value?.[0])));
  };
  return { socket, hello: await next(), next };
}

test("a connection gets a hello, and then commands as envelopes that it acknowledges with a reply", async () => {
  await using app = await tinyApp();
  const { socket, hello, next } = await connect(app);
  expect(hello).toMatchObject({ type: "hello", num_connections: 1 });
  const sent = app.ada.command("databases", "/app help");
  const envelope = await next();
  expect(envelope).toMatchObject({
    type: "slash_commands",
    accepts_response_payload: true,
    payload: { text: "help" },
  });
  socket.send(JSON.stringify({ envelope_id: envelope.envelope_id, payload: { text: "Here you are" } }));
  await sent;
  await expect(app.ada.waitForMessage("databases", "Here you are")).resolves.toMatchObject({
    ephemeral: true,
  });
  expect(app.received).toEqual([]);
});

test("an envelope that is not acknowledged in time is a timeout", async () => {
  await using app = await tinyApp(undefined, { commandTimeoutMs: 50 });
  await connect(app);
  await app.ada.command("databases", "/app help");
  const said = app.ada.waitForMessage("databases", '/app failed with the error "operation_timeout"');
  await expect(said).resolves.toMatchObject({ fromSlack: true });
});

test("an event that is not acknowledged is sent again with its attempt and reason", async () => {
  await using app = await tinyApp(undefined, { commandTimeoutMs: 50, eventRetryDelaysMs: [0] });
  const { next } = await connect(app);
  await app.ada.home();
  await expect(next()).resolves.toMatchObject({
    type: "events_api",
    payload: { type: "event_callback" },
  });
  await expect(next()).resolves.toMatchObject({ retry_attempt: 1, retry_reason: "http_timeout" });
});

test("an address opens one connection only", async () => {
  await using app = await tinyApp();
  const { url } = await callAs(app.slack, app.slack.appToken, "apps.connections.open");
  await once(new WebSocket(String(url)), "open");
  const [error] = await once(new WebSocket(String(url)), "error");
  expect(String(error)).toContain("401");
});
