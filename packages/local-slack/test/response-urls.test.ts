import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { buttonBlock, tinyApp, type TinyApp } from "./tiny-app.ts";

async function respond(app: TinyApp, body: JsonObject): Promise<Response> {
  const headers = { "content-type": "application/json" };
  const url = String(app.received.at(-1)?.payload.response_url);
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

/** Posts a message with a button, and Ada clicks it. */
async function pressed(app: TinyApp, method: "chat.postMessage" | "chat.postEphemeral"): Promise<void> {
  await app.call(method, {
    channel: "#databases",
    user: app.ada.id,
    text: "press",
    blocks: [buttonBlock("go")],
  });
  await app.ada.click(await app.ada.waitForMessage("databases", "press"), "go");
}

test("a response_url posts only to the person of the action, unless the reply is for the channel", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app help");
  await respond(app, { text: "for you" });
  await respond(app, { text: "for all", response_type: "in_channel" });
  await expect(app.ada.waitForMessage("databases", "for you")).resolves.toMatchObject({ ephemeral: true });
  await expect(app.ada.waitForMessage("databases", "for all")).resolves.toMatchObject({ ephemeral: false });
});

test("a response_url works five times and then answers used_url", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app help");
  const statuses: number[] = [];
  for (let uses = 0; uses < 5; uses += 1) statuses.push((await respond(app, { text: "hi" })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  const sixth = await respond(app, { text: "hi" });
  expect(sixth.status).toBe(404);
  await expect(sixth.json()).resolves.toEqual({ ok: false, error: "used_url" });
});

test("a response_url works for thirty minutes and then answers expired_url", async () => {
  let nowMs = 1_700_000_000_000;
  await using app = await tinyApp(undefined, { now: () => nowMs });
  await app.ada.command("databases", "/app help");
  nowMs += 30 * 60_000;
  expect((await respond(app, { text: "hi" })).status).toBe(200);
  nowMs += 1;
  const late = await respond(app, { text: "hi" });
  await expect(late.json()).resolves.toEqual({ ok: false, error: "expired_url" });
});

test("a response_url refuses blocks that Slack refuses, and does not count the use", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app help");
  for (let tries = 0; tries < 6; tries += 1) {
    const refused = await respond(app, { text: "hi", blocks: [{ type: "sectoin" }] });
    expect(refused.status).toBe(400);
    await expect(refused.json()).resolves.toMatchObject({ ok: false, error: "invalid_blocks" });
  }
  expect((await respond(app, { text: "hi" })).status).toBe(200);
});

test.each(["chat.postMessage", "chat.postEphemeral"] as const)(
  "replace_original changes the clicked message of %s",
  async (method) => {
    await using app = await tinyApp();
    await pressed(app, method);
    await respond(app, { text: "done", replace_original: true });
    const messages = await app.ada.messages("databases");
    expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining("Welcome"), "done"]);
  },
);

test.each(["chat.postMessage", "chat.postEphemeral"] as const)(
  "delete_original removes the clicked message of %s",
  async (method) => {
    await using app = await tinyApp();
    await pressed(app, method);
    await respond(app, { delete_original: true });
    expect(await app.ada.messages("databases")).toHaveLength(1);
  },
);

test("a response_url refuses a body that is not JSON", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app help");
  const refused = await fetch(String(app.received[0]?.payload.response_url), {
    method: "POST",
    body: "text",
  });
  expect(refused.status).toBe(400);
  await expect(refused.json()).resolves.toMatchObject({ ok: false, error: "invalid_payload" });
});
