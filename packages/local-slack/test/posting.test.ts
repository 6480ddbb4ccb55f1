import { expect, test } from "vitest";
import { buttonBlock, channelId, tinyApp } from "./tiny-app.ts";

const section = { type: "section", text: { type: "mrkdwn", text: "*hello*" } };

test("everyone sees a message, and a block without a block_id gets one", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "databases");
  const posted = await app.call("chat.postMessage", { channel, text: "hello", blocks: [section] });
  expect(posted).toMatchObject({ ok: true, channel, message: { text: "hello", bot_id: expect.any(String) } });
  const seen = await app.ada.waitForMessage("databases", "*hello*");
  expect(seen).toMatchObject({ ts: posted.ts, ephemeral: false, blocks: [{ block_id: expect.any(String) }] });
});

test("a message is posted to a channel by its name and to a person by their id", async () => {
  await using app = await tinyApp();
  await app.call("chat.postMessage", { channel: "#databases", text: "by name" });
  await app.call("chat.postMessage", { channel: app.ada.id, text: "by person" });
  await expect(app.ada.waitForMessage("databases", "by name")).resolves.toMatchObject({ edited: false });
  await expect(app.ada.waitForMessage("direct", "by person")).resolves.toMatchObject({ edited: false });
});

test.each([
  ["channel_not_found", { channel: "C404", text: "hi" }],
  ["channel_not_found", { channel: "#payments-private", text: "hi" }],
  ["no_text", { channel: "#databases" }],
  ["invalid_blocks_format", { channel: "#databases", text: "hi", blocks: "[{" }],
  ["invalid_blocks", { channel: "#databases", text: "hi", blocks: [{ type: "sectoin" }] }],
  ["msg_too_long", { channel: "#databases", text: "x".repeat(40_001) }],
  ["thread_not_found", { channel: "#databases", text: "hi", thread_ts: "1.2" }],
])("chat.postMessage answers %s", async (error, args) => {
  await using app = await tinyApp();
  await expect(app.call("chat.postMessage", args)).resolves.toMatchObject({ ok: false, error });
});

test("refused blocks are explained in response_metadata", async () => {
  await using app = await tinyApp();
  const refused = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "hi",
    blocks: [{ type: "sectoin" }],
  });
  expect(refused).toMatchObject({ response_metadata: { messages: [expect.stringContaining("sectoin")] } });
});

test("an app posts to a public channel that it is not in only with chat:write.public", async () => {
  await using narrow = await tinyApp(undefined, {
    manifestPath: `${import.meta.dirname}/narrow-manifest.yml`,
  });
  const refused = await narrow.call("chat.postMessage", { channel: "#general", text: "hi" });
  expect(refused).toEqual({ ok: false, error: "not_in_channel" });
  await using wide = await tinyApp();
  await expect(wide.call("chat.postMessage", { channel: "#general", text: "hi" })).resolves.toMatchObject({
    ok: true,
  });
});

test("an archived channel answers is_archived", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "incidents");
  await app.call("conversations.archive", { channel });
  await expect(app.call("chat.postMessage", { channel, text: "hi" })).resolves.toMatchObject({
    error: "is_archived",
  });
});

test("posts above one a second a channel answer 429 with Retry-After, after a short burst", async () => {
  let nowMs = 1_700_000_000_000;
  await using app = await tinyApp(undefined, { rateLimitPosts: true, now: () => nowMs });
  const post = async (channel: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${app.slack.botToken}` };
    const body = new URLSearchParams({ channel, text: "hi" });
    return fetch(`${app.slack.apiUrl}chat.postMessage`, { method: "POST", headers, body });
  };
  const statuses: number[] = [];
  for (let posts = 0; posts < 6; posts += 1) statuses.push((await post("#databases")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);

  const limited = await post("#databases");
  expect(limited.headers.get("retry-after")).toBe("1");
  await expect(limited.json()).resolves.toEqual({ ok: false, error: "ratelimited" });
  expect((await post("#incidents")).status).toBe(200);

  nowMs += 1000;
  expect((await post("#databases")).status).toBe(200);
});

test("the posting limit can be switched off while the local Slack runs", async () => {
  await using app = await tinyApp(undefined, { rateLimitPosts: true, now: () => 1_700_000_000_000 });
  const body = JSON.stringify({ rateLimitPosts: false });
  const headers = { "content-type": "application/json" };
  await fetch(`${app.slack.url}/page/settings`, { method: "POST", headers, body });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.call("chat.postMessage", { channel: "#databases", text: "hi" })),
  );
  expect(answers.every(({ ok }) => ok === true)).toBe(true);
});

test("chat.update with text alone removes the blocks and marks the message as edited", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "one",
    blocks: [section],
  });
  await app.call("chat.update", { channel, ts, text: "two" });
  const seen = await app.ada.waitForMessage("databases", "two");
  expect(seen).toMatchObject({ ts, edited: true });
  expect(seen.blocks).toBeUndefined();
});

test("chat.update with blocks does not mark the message, as in Slack", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#databases", text: "one" });
  await app.call("chat.update", { channel, ts, text: "two", blocks: [section] });
  await expect(app.ada.waitForMessage("databases", "two")).resolves.toMatchObject({ ts, edited: false });
});

test("chat.update and chat.delete refuse missing messages and people's messages", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "databases");
  const [welcome] = await app.ada.messages("databases");
  const ts = welcome?.ts;
  const answers = [
    await app.call("chat.update", { channel, ts: "1.2", text: "x" }),
    await app.call("chat.update", { channel, ts, text: "x" }),
    await app.call("chat.delete", { channel, ts: "1.2" }),
    await app.call("chat.delete", { channel, ts }),
  ];
  const errors = answers.map(({ error }) => error);
  expect(errors).toEqual([
    "message_not_found",
    "cant_update_message",
    "message_not_found",
    "cant_delete_message",
  ]);
});

test("chat.delete removes the app's message", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#databases", text: "one" });
  await app.call("chat.delete", { channel, ts });
  expect(await app.ada.messages("databases")).toHaveLength(1);
});

test("only one person sees an ephemeral message, and the history does not have it", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "databases");
  await app.call("chat.postEphemeral", { channel, user: app.ada.id, text: "just you" });
  await expect(app.ada.waitForMessage("databases", "just you")).resolves.toMatchObject({ ephemeral: true });
  const sam = await fetch(`${app.slack.url}/page/world?user=${app.slack.users[1]?.id}`);
  expect(await sam.text()).not.toContain("just you");
  const { messages } = await app.call("conversations.history", { channel });
  expect(messages).toHaveLength(1);
});

test("chat.postEphemeral refuses a person who is not in the channel", async () => {
  await using app = await tinyApp();
  const [, sam] = app.slack.users;
  const refused = await app.call("chat.postEphemeral", { channel: app.ada.id, user: sam?.id, text: "hi" });
  expect(refused).toEqual({ ok: false, error: "user_not_in_channel" });
});

test("conversations.replies returns a thread's replies, and a reply to a reply joins the thread", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#databases", text: "parent" });
  const reply = await app.call("chat.postMessage", { channel, text: "one", thread_ts: ts });
  await app.call("chat.postMessage", { channel, text: "two", thread_ts: reply.ts });
  const { messages } = await app.call("conversations.replies", { channel, ts });
  expect(messages).toMatchObject([
    { text: "parent", reply_count: 2 },
    { text: "one" },
    { text: "two", thread_ts: ts },
  ]);
  const history = await app.call("conversations.history", { channel, limit: 1 });
  expect(history).toMatchObject({ messages: [{ text: "parent", reply_count: 2 }], has_more: true });
});

test("conversations.history refuses a public channel that the app is not in", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "general");
  await expect(app.call("conversations.history", { channel })).resolves.toMatchObject({
    error: "not_in_channel",
  });
});

test("chat.getPermalink returns the message's address", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#databases", text: "one" });
  const { permalink } = await app.call("chat.getPermalink", { channel, message_ts: ts });
  expect(permalink).toBe(`${app.slack.url}/archives/${String(channel)}/p${String(ts).replace(".", "")}`);
});

test("an emoji is added to a message once", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "one",
    blocks: [buttonBlock("go")],
  });
  const reaction = { channel, timestamp: ts, name: "eyes" };
  await expect(app.call("reactions.add", reaction)).resolves.toEqual({ ok: true });
  await expect(app.call("reactions.add", reaction)).resolves.toMatchObject({ error: "already_reacted" });
  await expect(app.ada.waitForMessage("databases", "one")).resolves.toMatchObject({ reactions: ["eyes"] });
});
