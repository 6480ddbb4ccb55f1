import { expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../src/json.ts";
import { channelId, tinyApp, type TinyApp } from "./tiny-app.ts";

const posting = { methods: ["chat.postMessage"] };
const section = { type: "section", text: { type: "mrkdwn", text: "*hello*" } };

async function page({ slack }: TinyApp, path: string, body?: unknown): Promise<unknown> {
  const asked = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  return (await fetch(`${slack.url}/page${path}`, { ...asked, headers })).json();
}

/** Posts to a channel. Returns the outcome: "ok", an error, a status, or the name of the exception. */
async function post({ slack }: TinyApp, args: JsonObject = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${slack.botToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ channel: channelId(slack, "alerts"), text: "hello", ...args });
  try {
    const signal = AbortSignal.timeout(500);
    const response = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: "POST",
      headers,
      body,
      signal,
    });
    const answer: unknown = await response.json().catch(() => response.status);
    return isJsonObject(answer) ? (answer.error ?? "ok") : answer;
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

test.each([
  ["a rate limit", { kind: "limited", retryAfterSeconds: 7 }, "ratelimited", 0],
  ["a status", { kind: "status", status: 502 }, 502, 0],
  ["an error of Slack's", { kind: "error", error: "invalid_blocks" }, "invalid_blocks", 0],
  ["no answer", { kind: "hang" }, "TimeoutError", 0],
  ["a lost connection", { kind: "drop-before" }, "TypeError", 0],
  ["a lost answer", { kind: "drop-after" }, "TypeError", 1],
])("a fault makes one post end with %s, and the next one succeeds", async (_, fault, outcome, posted) => {
  await using app = await tinyApp();
  await page(app, "/faults", [{ ...fault, times: 1, match: posting }]);
  expect(await post(app)).toBe(outcome);
  expect(await app.ada.messages("alerts")).toHaveLength(posted);
  expect(await post(app)).toBe("ok");
});

test("a fault affects only calls for its channel, or only calls with blocks", async () => {
  await using app = await tinyApp();
  await page(app, "/faults", [
    { kind: "limited", match: { channel: "incidents" } },
    { kind: "error", error: "invalid_blocks", match: { withBlocks: true } },
  ]);
  expect(await post(app)).toBe("ok");
  expect(await post(app, { channel: channelId(app.slack, "incidents") })).toBe("ratelimited");
  expect(await post(app, { blocks: [section] })).toBe("invalid_blocks");
  await fetch(`${app.slack.url}/page/faults`, { method: "DELETE" });
  expect(await post(app, { blocks: [section] })).toBe("ok");
});

test("a fault with a lifetime ends after it, and a fault for every second call affects no others", async () => {
  let nowMs = 1_700_000_000_000;
  await using app = await tinyApp(undefined, { now: () => nowMs });
  await page(app, "/faults", [{ kind: "status", forMs: 60_000, every: 2 }]);
  expect([await post(app), await post(app), await post(app)]).toEqual(["ok", 503, "ok"]);
  nowMs += 60_000;
  expect(await post(app)).toBe("ok");
});

test("calls are listed by method and channel with times, including those done but not answered", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "alerts");
  await page(app, "/faults", [{ kind: "drop-after", times: 1, match: posting }]);
  await post(app);
  await post(app);
  await post(app, { channel: "C404" });
  const calls = await page(app, `/calls?methods=chat.postMessage,chat.update&channel=${channel}`);
  const common = { method: "chat.postMessage", channel, ok: true };
  const timed = { at: expect.any(Number), ts: expect.any(String) };
  expect(calls).toEqual([
    { ...common, ...timed, status: null },
    { ...common, ...timed, status: 200 },
  ]);
});

test("posts fail as Slack's do after a channel is archived, left or deleted through the page, and work after it is unarchived", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/narrow-manifest.yml` });
  const outcomes: unknown[] = [];
  for (const change of [
    { isArchived: true },
    { isArchived: false },
    { hasApp: false },
    { isDeleted: true },
  ]) {
    await page(app, "/channel", { channel: "alerts", ...change });
    outcomes.push(await post(app, { channel: "C0ALERTS01" }));
  }
  expect(outcomes).toEqual(["is_archived", "ok", "not_in_channel", "channel_not_found"]);
});

test("a deleted message cannot be updated", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#alerts", text: "one" });
  await page(app, "/delete", { user: app.ada.id, channel, ts });
  expect(await app.call("chat.update", { channel, ts, text: "two" })).toMatchObject({
    error: "message_not_found",
  });
});

test("chat.update clears blocks and attachments with empty lists, and keeps attachments if none are given", async () => {
  await using app = await tinyApp();
  const colored = { text: "red", attachments: [{ color: "#d1242f", blocks: [section] }] };
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#alerts", ...colored });
  await app.call("chat.update", { channel, ts, text: "still red" });
  const kept = await app.ada.waitForMessage("alerts", "still red");
  expect(kept.attachments).toHaveLength(1);
  await app.call("chat.update", { channel, ts, text: "plain", blocks: [], attachments: [] });
  const cleared = await app.ada.waitForMessage("alerts", "plain");
  expect(cleared).toMatchObject({ blocks: [], attachments: [] });
});

test("a broadcast reply is in its thread and in the channel's history, and usergroups.list has the handles", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", { channel: "#alerts", text: "root" });
  const metadata = { event_type: "mark", event_payload: { n: 1 } };
  const reply = { channel, text: "worse <!subteam^S0ONCALL01>", thread_ts: ts, reply_broadcast: true };
  await app.call("chat.postMessage", { ...reply, metadata });
  const history = await app.call("conversations.history", { channel });
  expect(history.messages).toMatchObject([{ subtype: "thread_broadcast", thread_ts: ts }, { text: "root" }]);
  expect(JSON.stringify(history)).not.toContain("mark");
  const replies = await app.call("conversations.replies", { channel, ts, include_all_metadata: true });
  expect(replies.messages).toMatchObject([{ text: "root" }, { metadata }]);
  expect(await app.call("usergroups.list")).toMatchObject({
    usergroups: [{ id: "S0ONCALL01", handle: "oncall" }],
  });
});
