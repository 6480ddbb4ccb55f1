import { expect, test } from "vitest";
import { type JsonObject, jsonObjects } from "../src/json.ts";
import { asObject, channelId, type TinyApp, tinyApp } from "./tiny-app.ts";
import { until } from "../../../test/support/until.ts";

const manifestPath = `${import.meta.dirname}/objects-manifest.yml`;
const link = "https://observe.example/alerts/1";

const incident = (payload: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  entity_type: "slack#/entities/incident",
  url: link,
  external_ref: { id: "1", type: "alert" },
  entity_payload: {
    attributes: { title: { text: "Disk full" }, display_type: "Alert" },
    fields: { status: { value: "Firing", tag_color: "red" }, date_created: { value: 1_790_000_000 } },
    custom_fields: [{ key: "hook", label: "Hook", type: "string", value: "checkout" }],
    display_order: ["status", "hook", "date_created"],
    actions: { primary_actions: [{ text: "Acknowledge", action_id: "ack", value: "1" }] },
    ...payload,
  },
  ...more,
});

const onLink = (payload: JsonObject = {}) => ({ ...incident(payload), app_unfurl_url: link });

async function eventOf({ received }: TinyApp, type: string): Promise<JsonObject> {
  const isIt = () => received.findLast(({ payload: { event } }) => asObject(event ?? {}).type === type);
  await until(async () => isIt() !== undefined);
  const found = asObject(isIt()?.payload.event);
  received.length = 0;
  return found;
}

async function unfurl(app: TinyApp, metadata: JsonObject, more: JsonObject = {}): Promise<JsonObject> {
  await app.ada.say("databases", link);
  const { channel, message_ts: ts } = await eventOf(app, "link_shared");
  return app.call("chat.unfurl", { channel, ts, metadata, ...more });
}

async function page({ slack, ada }: TinyApp, path: string, body: JsonObject): Promise<void> {
  const headers = { "content-type": "application/json" };
  const sent = { user: ada.id, ...body };
  await fetch(`${slack.url}/page/${path}`, { method: "POST", headers, body: JSON.stringify(sent) });
}

async function paneOf({ slack, ada }: TinyApp): Promise<JsonObject> {
  const answer = await fetch(`${slack.url}/page/world?user=${ada.id}`);
  return asObject(asObject(await answer.json()).pane);
}

const opened = { url: link, externalRef: { id: "1", type: "alert" }, title: "Disk full" };

test("a link with a Work Object has its card, and the card's buttons are the app's", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const plain = { [link]: { blocks: [{ type: "section", text: { type: "mrkdwn", text: "Disk full" } }] } };
  expect(await unfurl(app, { entities: [onLink()] }, { unfurls: plain })).toEqual({ ok: true });
  const message = (await app.ada.messages("databases")).at(-1);
  const [card] = jsonObjects(message?.attachments);
  expect(card).toMatchObject({ app_unfurl_url: link, entity: { external_ref: { id: "1" } } });
  const [block] = jsonObjects(card?.blocks);
  const container = { channel: channelId(app.slack, "databases"), ts: message?.ts };
  await page(app, "action", { container, blockId: block?.block_id, actionId: "ack", action: { value: "1" } });
  expect(app.received.at(-1)?.payload).toMatchObject({
    container: { type: "message_attachment", entity_url: link, external_ref: { id: "1", type: "alert" } },
    actions: [{ action_id: "ack", value: "1", type: "button" }],
  });
});

test.each<[why: string, entity: JsonObject]>([
  ["no title", onLink({ attributes: { title: { text: "" } } })],
  ["a time in ISO 8601", onLink({ fields: { date_created: { value: "2026-11-26T10:00:00Z" } } })],
  ["a time in milliseconds", onLink({ fields: { date_created: { value: 1_790_000_000_000 } } })],
  ["a person without a type", onLink({ fields: { assigned_to: { user: { user_id: "U1" } } } })],
  ["an address without a scheme", { ...onLink(), url: "observe.example/1" }],
  ["no id", { ...onLink(), external_ref: { id: "" } }],
  [
    "an unknown colour",
    onLink({ fields: { status: { value: "Firing", tag_color: "pink" } }, display_order: [] }),
  ],
  ["an unknown type", { ...onLink(), entity_type: "slack#/entities/database" }],
  ["a field that isn't there in its order", onLink({ display_order: ["owner"] })],
  ["an item with an incident's fields", { ...onLink(), entity_type: "slack#/entities/item" }],
  [
    "three primary actions",
    onLink({ actions: { primary_actions: ["a", "b", "c"].map((id) => ({ text: id, action_id: id })) } }),
  ],
  ["a link that the message doesn't name", { ...incident(), app_unfurl_url: undefined }],
])("chat.unfurl refuses a Work Object with %s", async (_why, entity) => {
  await using app = await tinyApp(undefined, { manifestPath });
  const answer = await unfurl(app, { entities: [entity] });
  expect(answer).toMatchObject({ ok: false, error: "error_processing_metadata" });
  expect((await app.ada.messages("databases")).at(-1)?.attachments).toBeUndefined();
});

test("a post may bring Work Objects beside an event's metadata, and an edit keeps its cards", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const channel = channelId(app.slack, "databases");
  const metadata = { event_type: "mark", event_payload: { mark: "m" }, entities: [incident()] };
  const { ts } = await app.call("chat.postMessage", { channel, text: "Disk full", metadata });
  await app.call("chat.update", { channel, ts, text: "Resolved", attachments: [] });
  const posted = (await app.ada.messages("databases")).at(-1);
  expect(posted).toMatchObject({ text: "Resolved", attachments: [{ entity: { url: link } }] });
  const wrong = { entities: [incident({ attributes: {} })] };
  expect(await app.call("chat.postMessage", { channel, text: "x", metadata: wrong })).toMatchObject({
    error: "invalid_metadata_schema",
  });
});

test("opening a Work Object asks the app, and its answer fills the pane of that person alone", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  await unfurl(app, { entities: [onLink()] });
  const message = (await app.ada.messages("databases")).at(-1);
  const channel = channelId(app.slack, "databases");
  await page(app, "object", { ...opened, channel, ts: message?.ts });
  const { trigger_id, ...event } = await eventOf(app, "entity_details_requested");
  expect(event).toMatchObject({
    user: app.ada.id,
    entity_url: link,
    external_ref: { id: "1", type: "alert" },
    app_unfurl_url: link,
    link: { url: link, domain: "observe.example" },
    channel,
    message_ts: message?.ts,
  });
  expect(await paneOf(app)).not.toHaveProperty("entity");
  expect(await app.call("entity.presentDetails", { trigger_id, metadata: incident() })).toEqual({ ok: true });
  const pane = await paneOf(app);
  expect(pane).toMatchObject({ entity: { entity_payload: { fields: { status: { value: "Firing" } } } } });
  const [block] = jsonObjects(pane.blocks);
  await page(app, "action", {
    container: { pane: true },
    blockId: block?.block_id,
    actionId: "ack",
    action: { value: "1" },
  });
  expect(app.received.at(-1)?.payload).toMatchObject({
    container: { type: "entity_detail", entity_url: link, external_ref: { id: "1" }, channel_id: channel },
    actions: [{ action_id: "ack", value: "1" }],
  });
  await page(app, "object/close", {});
  const later = { trigger_id: app.trigger(), metadata: incident() };
  expect(await app.call("entity.presentDetails", later)).toEqual({ ok: true });
});

test("entity.presentDetails refuses used triggers, other objects and wrong shapes", async () => {
  await using app = await tinyApp(undefined, { manifestPath });
  const present = async (args: JsonObject): Promise<unknown> => {
    await page(app, "object", opened);
    const { trigger_id } = await eventOf(app, "entity_details_requested");
    return app.call("entity.presentDetails", { trigger_id, ...args });
  };
  expect(await app.call("entity.presentDetails", { trigger_id: "1.2.3" })).toMatchObject({
    error: "invalid_trigger_id",
  });
  expect(await present({ metadata: { ...incident(), url: undefined } })).toMatchObject({
    error: "invalid_arguments",
  });
  const other = { ...incident(), external_ref: { id: "2" } };
  expect(await present({ metadata: other })).toMatchObject({
    error: "entity_metadata_does_not_match_trigger",
  });
  expect(await present({ user_auth_required: true })).toMatchObject({ error: "user_auth_url_missing" });
  expect(await present({ error: { status: "custom" } })).toMatchObject({ error: "invalid_arguments" });
  const words = { custom_title: "Gone", custom_message: "It is gone." };
  expect(await present({ error: { status: "custom", ...words } })).toEqual({ ok: true });
  expect(await paneOf(app)).toMatchObject({ error: { title: "Gone", message: "It is gone." } });
});

test("an app without Work Objects gets plain cards, and no panes", async () => {
  await using app = await tinyApp(undefined, { manifestPath: `${import.meta.dirname}/links-manifest.yml` });
  const plain = { [link]: { blocks: [{ type: "section", text: { type: "mrkdwn", text: "Disk full" } }] } };
  await unfurl(app, { entities: [onLink()] }, { unfurls: plain });
  const [card] = jsonObjects((await app.ada.messages("databases")).at(-1)?.attachments);
  expect(card).not.toHaveProperty("entity");
  expect(jsonObjects(card?.blocks)).toHaveLength(1);
});
