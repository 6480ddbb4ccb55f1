import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { buttonBlock, channelId, modalView, textInput, tinyApp } from "./tiny-app.ts";

const option = (value: string): JsonObject => ({
  text: { type: "plain_text", text: value.toUpperCase() },
  value,
});

test("a click in a message has the message, the channel, a response_url, a trigger_id and the action", async () => {
  await using app = await tinyApp();
  const { ts } = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "press",
    blocks: [buttonBlock("go", "42")],
  });
  await expect(app.ada.click(await app.ada.waitForMessage("databases", "press"), "go")).resolves.toEqual({
    ok: true,
  });
  expect(app.received[0]?.payload).toMatchObject({
    type: "block_actions",
    user: { id: app.ada.id, username: "ada" },
    container: {
      type: "message",
      message_ts: ts,
      channel_id: channelId(app.slack, "databases"),
      is_ephemeral: false,
    },
    channel: { id: channelId(app.slack, "databases"), name: "databases" },
    message: { ts, text: "press" },
    state: { values: {} },
    response_url: expect.stringContaining(app.slack.url),
    trigger_id: expect.any(String),
    actions: [
      {
        type: "button",
        action_id: "go",
        block_id: "go-block",
        value: "42",
        text: { text: "go" },
        action_ts: expect.any(String),
      },
    ],
  });
});

test("a button's value is the app's, whatever the page sends", async () => {
  await using app = await tinyApp();
  const { ts } = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "press",
    blocks: [buttonBlock("go", "42")],
  });
  const container = { channel: channelId(app.slack, "databases"), ts };
  const request = {
    user: app.ada.id,
    container,
    blockId: "go-block",
    actionId: "go",
    action: { value: "43" },
  };
  const headers = { "content-type": "application/json" };
  await fetch(`${app.slack.url}/page/action`, { method: "POST", headers, body: JSON.stringify(request) });
  expect(app.received[0]?.payload.actions).toMatchObject([{ value: "42" }]);
});

test("a choice in a message is kept for its person, and comes with the next click", async () => {
  await using app = await tinyApp();
  const select = { type: "static_select", action_id: "size", options: [option("s"), option("l")] };
  const blocks = [{ type: "actions", block_id: "sizes", elements: [select] }, buttonBlock("go")];
  await app.call("chat.postMessage", { channel: "#databases", text: "choose", blocks });
  const message = await app.ada.waitForMessage("databases", "choose");
  await app.ada.click(message, "size", "L");
  await app.ada.click(message, "go");
  const state = { sizes: { size: { type: "static_select", selected_option: option("l") } } };
  expect(app.received[0]?.payload.actions).toMatchObject([
    { type: "static_select", selected_option: option("l") },
  ]);
  expect(app.received[1]?.payload.state).toEqual({ values: state });
  await expect(app.ada.waitForMessage("databases", "choose")).resolves.toMatchObject({ state });
});

test("an overflow's choice is its selected_option", async () => {
  await using app = await tinyApp();
  const overflow = { type: "overflow", action_id: "more", options: [option("edit"), option("forget")] };
  const blocks = [{ type: "section", text: { type: "mrkdwn", text: "a" }, accessory: overflow }];
  await app.call("chat.postMessage", { channel: "#databases", text: "open", blocks });
  await app.ada.click(await app.ada.waitForMessage("databases", "open"), "more", "FORGET");
  expect(app.received[0]?.payload.actions).toMatchObject([
    { type: "overflow", selected_option: option("forget") },
  ]);
});

test("a click in an ephemeral message has no message, as in Slack", async () => {
  await using app = await tinyApp();
  await app.call("chat.postEphemeral", {
    channel: "#databases",
    user: app.ada.id,
    text: "press",
    blocks: [buttonBlock("go")],
  });
  await app.ada.click(await app.ada.waitForMessage("databases", "press"), "go");
  expect(app.received[0]?.payload).toMatchObject({ container: { is_ephemeral: true } });
  expect(app.received[0]?.payload.message).toBeUndefined();
});

test("an action in a modal has the view with all values so far, and no response_url", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app create");
  const provider = textInput(
    "provider",
    { type: "static_select", options: [option("aws")] },
    { dispatch_action: true },
  );
  const view = modalView({ blocks: [textInput("name"), provider] });
  await app.call("views.open", { trigger_id: app.trigger(), view });
  await app.ada.fill("name", "Orders");
  await app.ada.fill("provider", "aws");
  const payload = app.received.at(-1)?.payload;
  expect(payload).toMatchObject({
    type: "block_actions",
    container: { type: "view" },
    view: {
      state: {
        values: {
          name: { name: { value: "Orders" } },
          provider: { provider: { selected_option: option("aws") } },
        },
      },
    },
    actions: [{ type: "static_select", selected_option: option("aws") }],
  });
  expect(payload?.response_url).toBeUndefined();
});

test("a click that is not acknowledged in time shows as trouble connecting", async () => {
  await using app = await tinyApp(() => "never", { commandTimeoutMs: 50 });
  await app.call("chat.postMessage", { channel: "#databases", text: "press", blocks: [buttonBlock("go")] });
  const outcome = await app.ada.click(await app.ada.waitForMessage("databases", "press"), "go");
  expect(outcome).toEqual({ ok: false, message: "We had some trouble connecting. Try again?" });
});

test("a click on a deleted message does not reach the app", async () => {
  await using app = await tinyApp();
  const { channel, ts } = await app.call("chat.postMessage", {
    channel: "#databases",
    text: "press",
    blocks: [buttonBlock("go")],
  });
  const message = await app.ada.waitForMessage("databases", "press");
  await app.call("chat.delete", { channel, ts });
  await expect(app.ada.click(message, "go")).resolves.toMatchObject({ ok: false });
  expect(app.received).toEqual([]);
});

test("an external select asks the app for options while a person types", async () => {
  const answer = { options: [option("eu-1"), option("eu-2")] };
  await using app = await tinyApp(({ kind }) => (kind === "block_suggestion" ? { json: answer } : undefined));
  await app.ada.command("databases", "/app create");
  const region = textInput("region", { type: "external_select", min_query_length: 0 });
  await app.call("views.open", { trigger_id: app.trigger(), view: modalView({ blocks: [region] }) });
  await expect(app.ada.options("region", "eu")).resolves.toEqual(answer.options);
  const asked = {
    type: "block_suggestion",
    action_id: "region",
    block_id: "region",
    value: "eu",
    view: { type: "modal" },
  };
  expect(app.received.at(-1)?.payload).toMatchObject(asked);
  await app.ada.fill("region", "EU-2");
  await app.ada.submit();
  expect(app.received.at(-1)?.payload).toMatchObject({
    view: { state: { values: { region: { region: { selected_option: option("eu-2") } } } } },
  });
});

test("options that Slack refuses do not load", async () => {
  const tooMany = Array.from({ length: 101 }, (_, index) => option(`o${index}`));
  await using app = await tinyApp(({ kind }) =>
    kind === "block_suggestion" ? { json: { options: tooMany } } : undefined,
  );
  await app.ada.command("databases", "/app create");
  const region = textInput("region", { type: "external_select", min_query_length: 0 });
  await app.call("views.open", { trigger_id: app.trigger(), view: modalView({ blocks: [region] }) });
  await expect(app.ada.options("region", "o")).resolves.toEqual([]);
});
