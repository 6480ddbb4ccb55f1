import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { asObject, buttonBlock, modalView, textInput, tinyApp, type TinyApp } from "./tiny-app.ts";

/** Ada types a command, and the app opens this modal. */
async function opened(app: TinyApp, view: JsonObject = modalView()): Promise<JsonObject> {
  await app.ada.command("databases", "/app create");
  const answer = await app.call("views.open", { trigger_id: app.trigger(), view });
  expect(answer).toMatchObject({ ok: true });
  return asObject(answer.view);
}

/** A form with a name, one more input, and a button. */
function checkable(input: JsonObject): JsonObject {
  return modalView({ blocks: [textInput("name"), input, buttonBlock("check")] });
}

/** Opens a stack of modals, each by a button in the one below. */
async function stacked(app: TinyApp, count: number): Promise<JsonObject[]> {
  const view = modalView({ blocks: [buttonBlock("more")] });
  const views = [await opened(app, view)];
  while (views.length < count) {
    await app.ada.click(await app.ada.waitForModal(({ id }) => id === views.at(-1)?.id), "more");
    const { view: pushed } = await app.call("views.push", { trigger_id: app.trigger(), view });
    views.push(asObject(pushed));
  }
  return views;
}

test("views.open shows a modal, and returns it with its ids, hash and initial values", async () => {
  await using app = await tinyApp();
  const view = await opened(app, modalView({ blocks: [textInput("name", { initial_value: "Orders" })] }));
  expect(view).toMatchObject({
    id: expect.stringMatching(/^V/u),
    root_view_id: view.id,
    previous_view_id: null,
    hash: expect.stringMatching(/^\d+\.\w+$/u),
    state: { values: { name: { name: { type: "plain_text_input", value: "Orders" } } } },
    callback_id: "",
    private_metadata: "",
    app_id: expect.any(String),
    bot_id: expect.any(String),
  });
  await expect(app.ada.modal()).resolves.toMatchObject({ id: view.id, title: "Form", submit: "Send" });
});

test("a trigger_id works once", async () => {
  await using app = await tinyApp();
  await opened(app);
  const again = await app.call("views.open", { trigger_id: app.trigger(), view: modalView() });
  expect(again).toEqual({ ok: false, error: "exchanged_trigger_id" });
});

test("a trigger_id expires after three seconds", async () => {
  let nowMs = 1_700_000_000_000;
  await using app = await tinyApp(undefined, { now: () => nowMs });
  await app.ada.command("databases", "/app create");
  nowMs += 3001;
  const late = await app.call("views.open", { trigger_id: app.trigger(), view: modalView() });
  expect(late).toEqual({ ok: false, error: "expired_trigger_id" });
});

test("an unknown trigger_id is invalid", async () => {
  await using app = await tinyApp();
  const answer = await app.call("views.open", { trigger_id: "1.2.3", view: modalView() });
  expect(answer).toEqual({ ok: false, error: "invalid_trigger_id" });
});

test("a view that Slack refuses leaves the trigger_id unused", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app create");
  const trigger_id = app.trigger();
  const refused = await app.call("views.open", {
    trigger_id,
    view: modalView({ title: { type: "plain_text", text: "x".repeat(25) } }),
  });
  expect(refused).toMatchObject({ ok: false, error: "invalid_arguments" });
  await expect(app.call("views.open", { trigger_id, view: modalView() })).resolves.toMatchObject({
    ok: true,
  });
});

test("views.update changes the view and its hash; an old hash answers hash_conflict", async () => {
  await using app = await tinyApp();
  const { id, hash } = await opened(app);
  const changed = modalView({ title: { type: "plain_text", text: "Other" } });
  const { view } = await app.call("views.update", { view_id: id, hash, view: changed });
  expect(view).toMatchObject({ id, title: { text: "Other" } });
  expect(asObject(view).hash).not.toBe(hash);
  const late = await app.call("views.update", { view_id: id, hash, view: changed });
  expect(late).toEqual({ ok: false, error: "hash_conflict" });
});

test("a view can be updated by its external_id, which is unique", async () => {
  await using app = await tinyApp();
  await opened(app, modalView({ external_id: "mine", blocks: [buttonBlock("more")] }));
  const view = modalView({ external_id: "mine", title: { type: "plain_text", text: "Other" } });
  await expect(app.call("views.update", { external_id: "mine", view })).resolves.toMatchObject({ ok: true });
  await app.call("views.update", {
    external_id: "mine",
    view: modalView({ external_id: "mine", blocks: [buttonBlock("more")] }),
  });
  await app.ada.click(await app.ada.waitForModal(), "more");
  const second = await app.call("views.push", { trigger_id: app.trigger(), view });
  expect(second).toEqual({ ok: false, error: "duplicate_external_id" });
});

test("views.update keeps reported values if ids are the same, and new inputs start with their initial values", async () => {
  await using app = await tinyApp();
  const { id } = await opened(app, checkable(textInput("city")));
  await app.ada.fill("name", "Orders");
  await app.ada.fill("city", "Lyon");
  await app.ada.click(await app.ada.waitForModal(), "check");
  const changed = checkable(textInput("town", { initial_value: "Nice" }));
  const { view } = await app.call("views.update", { view_id: id, view: changed });
  expect(asObject(view).state).toEqual({
    values: {
      name: { name: { type: "plain_text_input", value: "Orders" } },
      town: { town: { type: "plain_text_input", value: "Nice" } },
    },
  });
});

test("a select that defaults to the current conversation starts with the channel of the modal's command", async () => {
  await using app = await tinyApp();
  const element = { type: "conversations_select", default_to_current_conversation: true };
  const { state } = await opened(app, modalView({ blocks: [textInput("where", element)] }));
  const [channel] = app.slack.channels;
  expect(state).toMatchObject({ values: { where: { where: { selected_conversation: channel?.id } } } });
});

test("pushed views name the root view and the previous one, and a fourth view is refused", async () => {
  await using app = await tinyApp();
  const [root, second, third] = await stacked(app, 3);
  expect(third).toMatchObject({ root_view_id: root?.id, previous_view_id: second?.id });
  await app.ada.click(await app.ada.waitForModal(({ id }) => id === third?.id), "more");
  const fourth = await app.call("views.push", { trigger_id: app.trigger(), view: modalView() });
  expect(fourth).toEqual({ ok: false, error: "push_limit_reached" });
});

test("views.push needs a trigger_id from within a modal", async () => {
  await using app = await tinyApp();
  await app.ada.command("databases", "/app create");
  const answer = await app.call("views.push", { trigger_id: app.trigger(), view: modalView() });
  expect(answer).toEqual({ ok: false, error: "invalid_trigger_id" });
});

test("closing the top view shows the one below; a closed view answers not_found", async () => {
  await using app = await tinyApp();
  const [root, second] = await stacked(app, 2);
  await app.ada.close();
  await expect(app.ada.modal()).resolves.toMatchObject({ id: root?.id });
  const late = await app.call("views.update", { view_id: second?.id, view: modalView() });
  expect(late).toEqual({ ok: false, error: "not_found" });
});

test("view_closed is sent only for views that ask for it, with is_cleared if all views are closed", async () => {
  await using app = await tinyApp();
  await opened(app);
  await app.ada.close();
  await opened(app, modalView({ notify_on_close: true, private_metadata: "draft" }));
  await app.ada.close({ cleared: true });
  await expect
    .poll(() => app.received.map(({ kind }) => kind))
    .toEqual(["command", "command", "view_closed"]);
  expect(app.received.at(-1)?.payload).toMatchObject({
    is_cleared: true,
    view: { private_metadata: "draft" },
  });
});

test("views.publish shows a Home, and refuses an old hash", async () => {
  await using app = await tinyApp();
  const home = { type: "home", blocks: [buttonBlock("go")] };
  const { view } = await app.call("views.publish", { user_id: app.ada.id, view: home });
  await expect(app.ada.waitForHome()).resolves.toMatchObject({ id: asObject(view).id, type: "home" });
  const late = await app.call("views.publish", { user_id: app.ada.id, view: home, hash: "0.old" });
  expect(late).toEqual({ ok: false, error: "hash_conflict" });
  const modal = await app.call("views.publish", { user_id: app.ada.id, view: modalView() });
  expect(modal).toMatchObject({ ok: false, error: "invalid_arguments" });
});
