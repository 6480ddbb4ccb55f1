import { expect, test } from "vitest";
import { channelId, expectedSignature, tinyApp } from "./tiny-app.ts";

test("opening Home sends app_home_opened, signed, in an event envelope", async () => {
  await using app = await tinyApp();
  await app.ada.home();
  await expect.poll(() => app.received.length).toBe(1);
  const [received] = app.received;
  expect(received?.payload).toMatchObject({
    type: "event_callback",
    team_id: app.slack.teamId,
    event_id: expect.stringMatching(/^Ev/u),
    event_time: expect.any(Number),
    authorizations: [{ is_bot: true }],
    event: { type: "app_home_opened", user: app.ada.id, tab: "home", channel: expect.stringMatching(/^D/u) },
  });
  expect(received?.headers["x-slack-signature"]).toBe(
    received && expectedSignature(app.slack.signingSecret, received),
  );
});

test("mentioning the app sends app_mention in channels that the app is in", async () => {
  await using app = await tinyApp();
  await app.ada.say("general", "@App are you here?");
  await app.ada.say("databases", "@App hello <all>");
  await expect.poll(() => app.received.length).toBe(1);
  const { botUserId } = (await app.ada.world()).app;
  expect(app.received[0]?.payload.event).toMatchObject({
    type: "app_mention",
    channel: channelId(app.slack, "databases"),
    text: `<@${botUserId}> hello &lt;all&gt;`,
    user: app.ada.id,
  });
});

test("messages reach the app only if its manifest subscribes to them", async () => {
  await using direct = await tinyApp();
  await direct.ada.say("databases", "not for the app");
  await direct.ada.say("direct", "for the app");
  await expect.poll(() => direct.received.length).toBe(1);
  expect(direct.received[0]?.payload.event).toMatchObject({
    type: "message",
    channel_type: "im",
    text: "for the app",
  });

  await using channels = await tinyApp(undefined, {
    manifestPath: `${import.meta.dirname}/narrow-manifest.yml`,
  });
  await channels.ada.say("direct", "not for the app");
  await channels.ada.say("databases", "for the app");
  await expect.poll(() => channels.received.length).toBe(1);
  expect(channels.received[0]?.payload.event).toMatchObject({ channel_type: "channel", text: "for the app" });
});

test("the app gets its own messages and their changes too, as its own", async () => {
  await using app = await tinyApp();
  const { ts, channel } = await app.call("chat.postMessage", { channel: app.ada.id, text: "first" });
  await app.call("chat.update", { channel, ts, text: "second" });
  await expect.poll(() => app.received.length).toBe(2);
  const [posted, changed] = app.received.map(({ payload }) => payload.event);
  expect(posted).toMatchObject({ type: "message", channel_type: "im", text: "first", ts });
  expect(posted).toMatchObject({ bot_id: expect.stringMatching(/^B/u) });
  expect(changed).toMatchObject({
    type: "message",
    subtype: "message_changed",
    message: { text: "second" },
    previous_message: { text: "first" },
  });
});

test("an event that is not acknowledged is sent again three times, with the same id and the reason", async () => {
  await using app = await tinyApp(() => ({ status: 500 }), { eventRetryDelaysMs: [0, 1, 2] });
  await app.ada.home();
  await expect.poll(() => app.received.length).toBe(4);
  expect(new Set(app.received.map(({ payload }) => payload.event_id)).size).toBe(1);
  expect(app.received.map(({ headers }) => headers["x-slack-retry-num"])).toEqual([undefined, "1", "2", "3"]);
  expect(app.received[1]?.headers["x-slack-retry-reason"]).toBe("http_error");
});

test("an event that timed out says so when it is sent again", async () => {
  await using app = await tinyApp(() => "never", { commandTimeoutMs: 200, eventRetryDelaysMs: [0, 0, 0] });
  await app.ada.home();
  // On a busy machine, an attempt can time out before the app has it. The next one then says so too.
  await expect
    .poll(() => app.received.map(({ headers }) => headers["x-slack-retry-reason"]))
    .toContain("http_timeout");
});

test("an event is not sent again if the app responds with x-slack-no-retry", async () => {
  const refusal = { status: 500, headers: { "x-slack-no-retry": "1" } };
  await using app = await tinyApp(() => refusal, { eventRetryDelaysMs: [0] });
  await app.ada.home();
  await expect.poll(() => app.received.length).toBe(1);
  await app.ada.command("databases", "/app help");
  expect(app.received.map(({ kind }) => kind)).toEqual(["event_callback", "command"]);
});
