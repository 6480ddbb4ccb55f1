import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SeenMessage } from "../src/drive/message.ts";
import { type TinyApp, channelId, modalView, tinyApp } from "./tiny-app.ts";

const manifestPath = `${import.meta.dirname}/agent-manifest.yml`;
const prompt = "      - title: Greet\n        message: Say hello\n";

/** A message of Ada's, and the thread below it if she replied. */
async function said({ ada }: TinyApp, channel: string, text: string): Promise<SeenMessage> {
  await ada.say(channel, text);
  return ada.waitForMessage(channel, text);
}

test("a message's shortcut sends it to the app, with its thread, and opens a modal", async () => {
  await using app = await tinyApp(
    async ({ kind }, { call, trigger }) => {
      if (kind === "message_action") await call("views.open", { trigger_id: trigger(), view: modalView() });
      return undefined;
    },
    { manifestPath },
  );
  const { ada, slack } = app;
  expect((await ada.world()).shortcuts).toEqual([{ callbackId: "ask", name: "Ask Helper" }]);
  const first = await said(app, "databases", "who knows?");
  await ada.say("databases", "not me", { threadTs: first.ts });
  const reply = await ada.waitForMessage("databases", "not me");
  for (const message of [first, reply])
    expect(await ada.shortcut(message, "Ask Helper")).toEqual({ ok: true });
  await ada.waitForModal();
  const asked = app.received.filter(({ kind }) => kind === "message_action");
  expect(asked[1]?.payload).toMatchObject({
    callback_id: "ask",
    message_ts: reply.ts,
    channel: { id: channelId(slack, "databases"), name: "databases" },
    user: { id: ada.id },
    message: { type: "message", text: "not me", user: ada.id, ts: reply.ts, thread_ts: first.ts },
    response_url: expect.stringContaining("http"),
  });
  expect(asked[0]?.payload.message).toMatchObject({ ts: first.ts, thread_ts: first.ts });
});

test("a shortcut that isn't in the manifest, and a message that one person sees, send nothing", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const { ada, call, slack } = app;
  const message = await said(app, "databases", "hello");
  expect(await ada.shortcut(message, "Ask anything")).toMatchObject({ ok: false });
  await call("chat.postEphemeral", { channel: channelId(slack, "databases"), user: ada.id, text: "psst" });
  expect(await ada.shortcut(await ada.waitForMessage("databases", "psst"), "Ask Helper")).toMatchObject({
    ok: false,
  });
  expect(app.received).toEqual([]);
});

test("while an agent works in a thread, its stop button sends one event, and the app ends the status", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const { ada, call } = app;
  const { ts, channel } = await said(app, "direct", "count the stars");
  const session = { channel_id: channel, thread_ts: ts };
  const title = "count the stars";
  expect(await call("agents.sessions.setStatus", { ...session, status: "processing", title })).toEqual({
    ok: true,
    status: "processing",
    agent_status: "processing",
    title,
  });
  expect(await ada.waitForWork("direct")).toEqual({ channel, threadTs: ts, canStop: true });
  expect(await ada.stop("direct", ts)).toEqual({ ok: true });
  await expect
    .poll(() => app.received.at(-1)?.payload.event)
    .toMatchObject({
      type: "agent_session_stopped",
      channel,
      user: ada.id,
      thread_ts: ts,
      streaming_message_ts: [],
    });
  expect((await ada.world()).working).toHaveLength(1);
  await call("agents.sessions.setStatus", { ...session, status: "active", title: "later" });
  expect((await ada.world()).working).toEqual([]);
  expect(await ada.stop("direct", ts)).toMatchObject({ ok: false });
});

test("without the event's subscription Slack warns, and shows no stop button", async () => {
  await using app = await tinyApp(undefined, {
    manifestPath: `${import.meta.dirname}/unstoppable-manifest.yml`,
  });
  const { ts, channel } = await said(app, "direct", "hello");
  const session = { channel_id: channel, thread_ts: ts, status: "processing" };
  const { warning } = await app.call("agents.sessions.setStatus", session);
  expect(warning).toBe("missing_agent_session_stopped_event_subscription");
  expect(await app.ada.waitForWork("direct")).toMatchObject({ canStop: false });
  expect(await app.ada.stop("direct", ts)).toMatchObject({ ok: false });
});

test.each([
  ["a free text", { status: "is thinking…" }, "invalid_arguments"],
  ["no thread", { thread_ts: undefined }, "invalid_arguments"],
  ["a title of 201 characters", { title: "x".repeat(201) }, "invalid_arguments"],
  ["an unknown message", { thread_ts: "1.000001" }, "message_not_found"],
  ["an unknown channel", { channel_id: "C404" }, "channel_not_found"],
])("a status with %s is refused", async (_, wrong, error) => {
  await using app = await tinyApp(undefined, { manifestPath });
  const { ts, channel } = await said(app, "direct", "hello");
  const session = { channel_id: channel, thread_ts: ts, status: "processing", ...wrong };
  expect(await app.call("agents.sessions.setStatus", session)).toMatchObject({ ok: false, error });
});

test("an app that isn't an agent has no sessions", async () => {
  await using app = await tinyApp();
  const { ts, channel } = await said(app, "direct", "hello");
  const session = { channel_id: channel, thread_ts: ts, status: "processing" };
  expect(await app.call("agents.sessions.setStatus", session)).toMatchObject({ ok: false });
  expect((await app.ada.world()).agent).toBeNull();
});

test("a message for one person is shown in a thread only if the thread has replies", async () => {
  await using app = await tinyApp();
  const { ada, call } = app;
  const { ts, channel } = await said(app, "databases", "anyone?");
  const whisper = { channel, user: ada.id, thread_ts: ts };
  await call("chat.postEphemeral", { ...whisper, text: "too early" });
  await ada.say("databases", "me", { threadTs: ts });
  await call("chat.postEphemeral", { ...whisper, text: "in time" });
  await ada.waitForMessage("databases", "in time");
  expect((await ada.messages("databases")).map(({ text }) => text)).not.toContain("too early");
});

test.each([
  ["more than four prompts", prompt, prompt.repeat(5)],
  ["a long description", "Answers questions.", "x".repeat(301)],
  ["a long name of a shortcut", "Ask Helper", "x".repeat(25)],
  ["two shortcuts with one callback_id", "callback_id: anything", "callback_id: ask"],
])("a manifest with %s fails the start", async (_, from, to) => {
  const changed = (await readFile(manifestPath, "utf8")).replace(from, to);
  const path = join(await mkdtemp(join(tmpdir(), "manifest-")), "manifest.yml");
  await writeFile(path, changed);
  await expect(tinyApp(undefined, { manifestPath: path })).rejects.toThrow("is not a Slack manifest");
});
