import { expect, test } from "vitest";
import { type JsonObject, jsonObjects } from "../src/json.ts";
import { linksIn } from "../src/links.ts";
import type { SlackPerson } from "../src/drive/person.ts";
import { until } from "../../../test/support/until.ts";
import { asObject, buttonBlock, channelId, type TinyApp, tinyApp } from "./tiny-app.ts";

const manifestPath = `${import.meta.dirname}/links-manifest.yml`;
const link = "https://eu.observe.example/dashboards/1?tab=a&amp;from=b";
const typed = link.replaceAll("&amp;", "&");

/** Waits until the app's last request is an event, such as link_shared. Removes and returns that event. */
async function linkShared({ received }: TinyApp): Promise<JsonObject> {
  await until(async () => received.at(-1)?.kind === "event_callback");
  return asObject(received.pop()?.payload.event);
}

async function compose({ slack, ada }: TinyApp, text: string): Promise<void> {
  const body = JSON.stringify({ user: ada.id, channel: channelId(slack, "databases"), text });
  const headers = { "content-type": "application/json" };
  await fetch(`${slack.url}/page/compose`, { method: "POST", headers, body });
}

const card = (words: string, ...blocks: JsonObject[]) => ({
  blocks: [{ type: "section", text: { type: "mrkdwn", text: words } }, ...blocks],
});

/** Posts Ada's message with the link and unfurls it. Returns the message's channel and time stamp. */
async function unfurled(app: TinyApp, content: JsonObject): Promise<JsonObject> {
  await app.ada.say("databases", `look ${typed}`);
  const { channel, message_ts: ts } = await linkShared(app);
  await expect(app.call("chat.unfurl", { channel, ts, unfurls: { [link]: content } })).resolves.toEqual({
    ok: true,
  });
  return { channel, ts };
}

async function attachmentsOf(ada: SlackPerson): Promise<unknown> {
  return (await ada.messages("databases")).at(-1)?.attachments;
}

test.each<[text: string, urls: string[]]>([
  ["see https://observe.example/a.", ["https://observe.example/a"]],
  ["(https://observe.example/a?x=1&amp;y=2)", ["https://observe.example/a?x=1&amp;y=2"]],
  ["<https://observe.example/a|here>", ["https://observe.example/a"]],
  ["&lt;https://observe.example/a&gt;", ["https://observe.example/a"]],
  ["https://observe.example/a https://observe.example/a", ["https://observe.example/a"]],
  ["http://eu.observe.example:8080/a", ["http://eu.observe.example:8080/a"]],
  ["https://notobserve.example/a https://observe.example.evil.example/", []],
  ["observe.example/a", []],
  ["https://", []],
])("the domain's links in %s are %j", (text, urls) => {
  expect(linksIn(text, ["observe.example"]).map(({ url }) => url)).toEqual(urls);
});

test("a message with links of the app's domains sends link_shared, also from channels without the app", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  await app.ada.say("general", `${typed} and https://elsewhere.example/`);
  expect(await linkShared(app)).toMatchObject({
    type: "link_shared",
    channel: channelId(app.slack, "general"),
    is_bot_user_member: false,
    user: app.ada.id,
    message_ts: (await app.ada.messages("general")).at(-1)?.ts,
    unfurl_id: expect.any(String),
    source: "conversations_history",
    links: [{ domain: "observe.example", url: link }],
  });
  await app.ada.say("databases", "https://elsewhere.example/");
  await app.ada.say("databases", typed);
  expect(await linkShared(app)).toMatchObject({ is_bot_user_member: true });
  expect(app.received).toEqual([]);
});

test("the event says whether people of other teams are in the channel", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ channel: "databases", isShared: true });
  await fetch(`${app.slack.url}/page/channel`, { method: "POST", headers, body });
  await app.ada.say("databases", typed);
  await until(async () => app.received.length === 1);
  expect(app.received[0]?.payload.is_ext_shared_channel).toBe(true);
});

test("the domains can be changed while the local Slack runs", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ unfurlDomains: ["127.0.0.1"] });
  await fetch(`${app.slack.url}/page/settings`, { method: "POST", headers, body });
  await app.ada.say("databases", `${typed} http://127.0.0.1:4000/dashboards/1`);
  expect(await linkShared(app)).toMatchObject({ links: [{ domain: "127.0.0.1" }] });
});

test("an unfurl appears below the message, and a later one of the same link replaces it", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const { channel, ts } = await unfurled(app, card("first"));
  const { unfurl_id, source } = {
    unfurl_id: `${String(channel)}.${String(ts)}.x`,
    source: "conversations_history",
  };
  await app.call("chat.unfurl", { unfurl_id, source, unfurls: JSON.stringify({ [link]: card("second") }) });
  const seen = await app.ada.waitForMessage("databases", "second");
  expect(seen).toMatchObject({ ts, edited: false, user: app.ada.id });
  expect(seen.attachments).toMatchObject([{ id: 1, is_app_unfurl: true, app_unfurl_url: link }]);
  const { messages } = await app.call("conversations.history", { channel });
  expect(jsonObjects(messages)[0]).toMatchObject({ attachments: [{ app_unfurl_url: link }] });
  await app.call("chat.unfurl", { channel, ts, unfurls: { [link]: {} } });
  expect(await attachmentsOf(app.ada)).toEqual([]);
});

test.each<[error: string, args: (place: JsonObject) => JsonObject]>([
  ["cannot_unfurl_url", (place) => ({ ...place, unfurls: { [typed]: card("other") } })],
  ["cannot_unfurl_url", (place) => ({ ...place, unfurls: { "https://observe.example/": card("other") } })],
  ["cannot_find_message", (place) => ({ ...place, ts: "1.2", unfurls: {} })],
  ["cannot_find_channel", (place) => ({ ...place, channel: "C404", unfurls: {} })],
  ["cannot_find_message", () => ({ unfurl_id: "U1-gone", source: "composer", unfurls: {} })],
  ["missing_channel", () => ({ unfurls: {} })],
  ["missing_ts", ({ channel }) => ({ channel, unfurls: {} })],
  ["missing_source", () => ({ unfurl_id: "U1-gone", unfurls: {} })],
  ["missing_unfurl_id", () => ({ source: "composer", unfurls: {} })],
  ["missing_unfurls", (place) => place],
  ["invalid_blocks", (place) => ({ ...place, unfurls: { [link]: { blocks: [{ type: "sectoin" }] } } })],
  [
    "invalid_blocks",
    (place) => ({ ...place, unfurls: { [link]: { blocks: [{ type: "rich_text", elements: [] }] } } }),
  ],
])("chat.unfurl answers %s", async (error, args) => {
  await using app = await tinyApp(undefined, { manifestPath });
  await app.ada.say("databases", typed);
  const { channel, message_ts: ts } = await linkShared(app);
  await expect(app.call("chat.unfurl", args({ channel, ts }))).resolves.toMatchObject({ ok: false, error });
  expect(await attachmentsOf(app.ada)).toBeUndefined();
});

test("an app without links:read gets no link_shared", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/blind-manifest.yml` });
  await app.ada.say("databases", typed);
  await compose(app, typed);
  await app.ada.say("databases", "nothing before this");
  await until(async () => app.received.length > 0);
  const types = app.received.map(({ payload }) => asObject(payload.event).type);
  expect(new Set(types)).toEqual(new Set(["message"]));
});

test("an app without links:write unfurls nothing", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/narrow-manifest.yml` });
  await expect(app.call("chat.unfurl", { channel: "C1", ts: "1.2", unfurls: {} })).resolves.toMatchObject({
    error: "missing_scope",
    needed: "links:write",
  });
});

test("a click in an unfurl has the unfurl and not the message, and its reply replaces no message", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const { channel, ts } = await unfurled(app, card("press", buttonBlock("go", "42")));
  await app.ada.click(await app.ada.waitForMessage("databases", "press"), "go");
  const { payload } = app.received.pop() ?? {};
  expect(payload).toMatchObject({
    type: "block_actions",
    container: {
      type: "message_attachment",
      message_ts: ts,
      attachment_id: 1,
      channel_id: channel,
      is_ephemeral: false,
      is_app_unfurl: true,
      app_unfurl_url: link,
    },
    app_unfurl: { id: 1, is_app_unfurl: true, app_unfurl_url: link },
    channel: { id: channel },
    actions: [{ action_id: "go", value: "42" }],
    trigger_id: expect.any(String),
  });
  expect(payload).not.toHaveProperty("message");
  const body = JSON.stringify({ text: "just you", replace_original: true });
  await fetch(String(payload?.response_url), {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  expect(await app.ada.waitForMessage("databases", "just you")).toMatchObject({ ephemeral: true });
  expect(await app.ada.waitForMessage("databases", "press")).toMatchObject({ ts });
});

test("a composer's link is sent once, without a channel, and its preview disappears with the text", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  await compose(app, "nothing yet");
  await compose(app, `look ${typed}`);
  const { unfurl_id, ...event } = await linkShared(app);
  expect(event).toMatchObject({
    channel: "COMPOSER",
    source: "composer",
    message_ts: unfurl_id,
    links: [{ domain: "observe.example", url: link }],
  });
  await compose(app, `look at this ${typed}`);
  expect(app.received).toEqual([]);
  const preview = { unfurl_id, source: "composer", unfurls: { [link]: card("preview") } };
  await expect(app.call("chat.unfurl", preview)).resolves.toEqual({ ok: true });
  expect((await app.ada.world()).composed).toMatchObject([{ app_unfurl_url: link }]);
  await app.ada.say("databases", typed);
  expect((await app.ada.world()).composed).toEqual([]);
});
