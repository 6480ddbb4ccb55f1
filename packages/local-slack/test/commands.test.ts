import { expect, test } from "vitest";
import { channelId, expectedSignature, tinyApp } from "./tiny-app.ts";

test("a slash command is a form with every field that Slack sends", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app create  Orders ");
  expect(app.received).toMatchObject([
    {
      kind: "command",
      payload: {
        command: "/app",
        text: "create  Orders",
        user_id: app.ada.id,
        user_name: "ada",
        team_id: app.slack.teamId,
        team_domain: "acme",
        channel_id: channelId(app.slack, "databases"),
        channel_name: "databases",
        is_enterprise_install: "false",
        response_url: expect.stringContaining(app.slack.url),
        trigger_id: expect.stringMatching(/^\d+\.\w+\.\w+$/u),
        api_app_id: expect.stringMatching(/^A/u),
      },
    },
  ]);
});

test("every request is signed with the signing secret over the raw body", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app help & more");
  const [received] = app.received;
  expect(received?.headers["x-slack-signature"]).toBe(
    received && expectedSignature(app.slack.signingSecret, received),
  );
});

test("requests have the time of Slack's clock", async () => {
  await using app = await tinyApp(undefined, { now: () => 1_700_000_000_000 });
  await app.ada.command("databases", "/app help");
  expect(app.received[0]?.headers["x-slack-request-timestamp"]).toBe("1700000000");
});

test("an acknowledgement's text is a reply that only the person sees", async () => {
  await using app = await tinyApp(() => ({ text: "Here you are" }));
  await app.ada.command("databases", "/app help");
  await expect(app.ada.waitForMessage("databases", "Here you are")).resolves.toMatchObject({
    ephemeral: true,
  });
});

test("an acknowledgement's JSON may reply to the whole channel", async () => {
  await using app = await tinyApp(() => ({ json: { text: "For all", response_type: "in_channel" } }));
  await app.ada.command("databases", "/app help");
  await expect(app.ada.waitForMessage("databases", "For all")).resolves.toMatchObject({ ephemeral: false });
});

test("an acknowledgement with blocks that Slack refuses shows as invalid_command_response", async () => {
  await using app = await tinyApp(() => ({ json: { text: "x", blocks: [{ type: "sectoin" }] } }));
  await app.ada.command("databases", "/app help");
  await app.ada.waitForMessage("databases", '/app failed with the error "invalid_command_response"');
  expect(await app.ada.messages("databases")).toHaveLength(2);
});

test("a command that is not acknowledged in time shows as operation_timeout, to its person only", async () => {
  await using app = await tinyApp(() => "never", { commandTimeoutMs: 50 });
  await app.ada.command("databases", "/app help");
  const said = await app.ada.waitForMessage("databases", '/app failed with the error "operation_timeout"');
  expect(said).toMatchObject({ ephemeral: true, fromSlack: true });
});

test("a command with a 500 in response shows as dispatch_failed", async () => {
  await using app = await tinyApp(() => ({ status: 500 }));
  await app.ada.command("databases", "/app help");
  const said = app.ada.waitForMessage("databases", '/app failed with the error "dispatch_failed"');
  await expect(said).resolves.toMatchObject({ ephemeral: true, fromSlack: true });
});

test("a command to an unreachable app shows as dispatch_failed, and the page shows the app as away", async () => {
  await using app = await tinyApp();
  app.slack.setAppUrl("http://127.0.0.1:1");
  await app.ada.command("databases", "/app help");
  await app.ada.waitForMessage("databases", '/app failed with the error "dispatch_failed"');
  expect((await app.ada.world()).app.connected).toBe(false);
});

test("an unknown command is not sent to the app", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/foo bar");
  await app.ada.waitForMessage("databases", '"/foo" is not a valid command');
  expect(app.received).toEqual([]);
});

test("a command typed in a thread is not sent", async () => {
  await using app = await tinyApp();
  const [welcome] = await app.ada.messages("databases");
  await app.ada.say("databases", "/app help", { threadTs: welcome?.ts ?? "" });
  await app.ada.waitForMessage("databases", "/app is not supported in threads");
  expect(app.received).toEqual([]);
});

test("a text that starts with a space is a message", async () => {
  await using app = await tinyApp();
  await app.ada.say("databases", " /app help");
  await expect(app.ada.waitForMessage("databases", /^\/app help$/u)).resolves.toMatchObject({
    user: app.ada.id,
  });
  expect(app.received).toEqual([]);
});

test("a command works in a private channel that the app is not in", async () => {
  await using app = await tinyApp(() => ({ text: "Here you are" }));
  await app.ada.command("payments-private", "/app help");
  await app.ada.waitForMessage("payments-private", "Here you are");
  expect(app.received[0]?.payload.channel_name).toBe("privategroup");
});

test("people can invite the app to a channel, remove it and archive the channel", async () => {
  await using app = await tinyApp();
  const channel = channelId(app.slack, "payments-private");
  const post = (): Promise<unknown> => app.call("chat.postMessage", { channel, text: "hello" });
  await expect(post()).resolves.toMatchObject({ error: "channel_not_found" });
  await app.ada.command("payments-private", "/invite @App");
  await expect(post()).resolves.toMatchObject({ ok: true });
  await app.ada.command("payments-private", "/archive");
  await expect(post()).resolves.toMatchObject({ error: "is_archived" });
});
