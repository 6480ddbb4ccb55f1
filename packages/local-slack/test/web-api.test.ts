import { expect, test } from "vitest";
import { callAs, channelId, tinyApp } from "./tiny-app.ts";

test("a call without a token answers not_authed, with HTTP 200", async () => {
  await using app = await tinyApp();
  const response = await fetch(`${app.slack.apiUrl}auth.test`, { method: "POST" });
  expect(response.status).toBe(200);
  await expect(response.json()).resolves.toEqual({ ok: false, error: "not_authed" });
});

test("a call with another app's token answers invalid_auth", async () => {
  await using app = await tinyApp();
  await expect(callAs(app.slack, "xoxb-other", "auth.test")).resolves.toEqual({
    ok: false,
    error: "invalid_auth",
  });
});

test("a bot's method refuses the app token, and an app's method refuses the bot token", async () => {
  await using app = await tinyApp();
  const { slack } = app;
  const refusal = { ok: false, error: "not_allowed_token_type" };
  await expect(callAs(slack, slack.appToken, "auth.test")).resolves.toEqual(refusal);
  await expect(callAs(slack, slack.botToken, "apps.connections.open")).resolves.toEqual(refusal);
});

test("an unknown method answers unknown_method", async () => {
  await using app = await tinyApp();
  await expect(app.call("chat.shout")).resolves.toEqual({ ok: false, error: "unknown_method" });
});

test("auth.test returns the owner of the token", async () => {
  await using app = await tinyApp();
  await expect(app.call("auth.test")).resolves.toMatchObject({
    ok: true,
    team: "Acme",
    team_id: app.slack.teamId,
  });
});

test("arguments may be a form, with the token in a field and blocks as JSON in a string", async () => {
  await using app = await tinyApp();
  const blocks = JSON.stringify([{ type: "section", text: { type: "mrkdwn", text: "*hi*" } }]);
  const channel = channelId(app.slack, "databases");
  const body = new URLSearchParams({ token: app.slack.botToken, channel, text: "hi", blocks });
  const response = await fetch(`${app.slack.apiUrl}chat.postMessage`, { method: "POST", body });
  await expect(response.json()).resolves.toMatchObject({
    ok: true,
    message: { blocks: [{ type: "section" }] },
  });
});

test("arguments may be in the query of a GET", async () => {
  await using app = await tinyApp();
  const headers = { authorization: `Bearer ${app.slack.botToken}` };
  const response = await fetch(`${app.slack.apiUrl}users.info?user=${app.ada.id}`, { headers });
  await expect(response.json()).resolves.toMatchObject({ ok: true, user: { name: "ada", is_admin: true } });
});

test("a body that is marked as JSON and is not answers invalid_json", async () => {
  await using app = await tinyApp();
  const headers = { authorization: `Bearer ${app.slack.botToken}`, "content-type": "application/json" };
  const response = await fetch(`${app.slack.apiUrl}auth.test`, { method: "POST", headers, body: "{" });
  await expect(response.json()).resolves.toMatchObject({ ok: false, error: "invalid_json" });
});

test("a missing argument answers invalid_arguments and names it", async () => {
  await using app = await tinyApp();
  await expect(app.call("users.info")).resolves.toEqual({
    ok: false,
    error: "invalid_arguments",
    response_metadata: { messages: ["[ERROR] missing required field: user"] },
  });
});

test("a method outside the manifest's scopes answers missing_scope", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/narrow-manifest.yml` });
  const channel = channelId(app.slack, "databases");
  const refusal = {
    ok: false,
    error: "missing_scope",
    needed: "users:read",
    provided: "commands,chat:write",
  };
  await expect(app.call("users.list")).resolves.toEqual(refusal);
  await expect(app.call("chat.postMessage", { channel, text: "hi" })).resolves.toMatchObject({ ok: true });
});

test("users.info has the time zone and its offset in seconds", async () => {
  await using app = await tinyApp(undefined, { now: () => Date.UTC(2026, 0, 15) });
  const { users } = app.slack;
  const offsets = await Promise.all(
    users.map(async ({ id }) => (await app.call("users.info", { user: id })).user),
  );
  expect(offsets).toMatchObject([
    { tz: "America/Los_Angeles", tz_offset: -28_800 },
    { tz: "Europe/Madrid", tz_offset: 3600 },
    { tz: "Asia/Dubai", tz_offset: 14_400 },
  ]);
});

test("lists come in pages, and a cursor gives the next one", async () => {
  await using app = await tinyApp();
  const first = await app.call("users.list", { limit: 2 });
  expect(first).toMatchObject({ members: [{ name: "ada" }, { name: "sam" }] });
  const { next_cursor: cursor } = Object(first.response_metadata);
  const second = await app.call("users.list", { limit: 2, cursor });
  expect(second).toMatchObject({
    members: [{ name: "noor" }, { name: "app" }],
    response_metadata: { next_cursor: "" },
  });
});

test("a private channel that the app is not in is neither listed nor found", async () => {
  await using app = await tinyApp();
  const list = await app.call("conversations.list", { types: "public_channel,private_channel" });
  const names = ["databases", "incidents", "alerts", "general"];
  expect(list.channels).toMatchObject(names.map((name) => ({ name })));
  const channel = channelId(app.slack, "payments-private");
  await expect(app.call("conversations.info", { channel })).resolves.toMatchObject({
    error: "channel_not_found",
  });
});

test("the app joins a public channel", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "general");
  await expect(app.call("conversations.join", { channel })).resolves.toMatchObject({
    channel: { is_member: true },
  });
  const { members } = await app.call("conversations.members", { channel });
  expect(members).toHaveLength(4);
});

test("conversations.open returns the direct message with a person", async () => {
  await using app = await tinyApp();
  const opened = await app.call("conversations.open", { users: app.ada.id });
  expect(opened).toMatchObject({ ok: true, channel: { id: expect.stringMatching(/^D/u) } });
});

test("team.info, bots.info and api.test respond", async () => {
  await using app = await tinyApp();
  await expect(app.call("team.info")).resolves.toMatchObject({ team: { domain: "acme" } });
  const { bot_id: bot } = await app.call("auth.test");
  await expect(app.call("bots.info", { bot })).resolves.toMatchObject({ bot: { name: "App" } });
  await expect(app.call("api.test", { a: "b" })).resolves.toEqual({ ok: true, args: { a: "b" } });
});
