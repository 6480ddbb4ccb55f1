import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import type { LocalSlackOptions } from "../src/server.ts";
import { modalView, textInput, tinyApp, type Answer, type TinyApp } from "./tiny-app.ts";

const trouble = "We had some trouble connecting. Try again?";

/** An app that opens this modal on a command, and gives this answer to its submission. */
async function formApp(
  answer: Answer,
  view: JsonObject = modalView(),
  options: LocalSlackOptions = {},
): Promise<TinyApp> {
  const app = await tinyApp(({ kind }) => (kind === "view_submission" ? answer : undefined), options);
  await app.ada.command("databases", "/app create");
  await app.call("views.open", { trigger_id: app.trigger(), view });
  return app;
}

test("a submission has all typed and chosen values, and the whole view", async () => {
  const option = { text: { type: "plain_text", text: "One" }, value: "1" };
  const view = modalView({
    private_metadata: "draft",
    callback_id: "form",
    blocks: [
      textInput("name"),
      textInput("size", { type: "static_select", options: [option] }),
      textInput("extras", { type: "checkboxes", options: [option] }, { optional: true }),
      textInput("note", {}, { optional: true }),
    ],
  });
  await using app = await formApp(undefined, view);
  await app.ada.fill("name", "Orders");
  await app.ada.fill("size", "One");
  await expect(app.ada.submit()).resolves.toEqual({ ok: true });
  expect(app.received.at(-1)?.payload).toMatchObject({
    type: "view_submission",
    user: { id: app.ada.id },
    team: { id: app.slack.teamId },
    trigger_id: expect.any(String),
    response_urls: [],
    view: {
      private_metadata: "draft",
      callback_id: "form",
      hash: expect.any(String),
      root_view_id: expect.any(String),
      previous_view_id: null,
      state: {
        values: {
          name: { name: { type: "plain_text_input", value: "Orders" } },
          size: { size: { type: "static_select", selected_option: option } },
          extras: { extras: { type: "checkboxes", selected_options: [] } },
          note: { note: { type: "plain_text_input", value: null } },
        },
      },
    },
  });
});

test("an empty acknowledgement closes the modal", async () => {
  await using app = await formApp(undefined);
  await app.ada.fill("name", "Orders");
  await app.ada.submit();
  await expect(app.ada.modal()).resolves.toBeUndefined();
});

test("Slack itself refuses empty required fields and wrong numbers, and the app gets no submission", async () => {
  const number = { type: "number_input", is_decimal_allowed: false, min_value: "1", max_value: "20" };
  await using app = await formApp(
    undefined,
    modalView({ blocks: [textInput("name"), textInput("count", number)] }),
  );
  await app.ada.fill("count", "21");
  await expect(app.ada.submit()).resolves.toMatchObject({
    ok: false,
    errors: {
      name: "Please complete this required field.",
      count: "Please enter a number no higher than 20.",
    },
  });
  expect(app.received).toHaveLength(1);
});

test("errors appear under their fields, and the modal stays open with its values", async () => {
  await using app = await formApp({ json: { response_action: "errors", errors: { name: "Taken" } } });
  await app.ada.fill("name", "Orders");
  await expect(app.ada.submit()).resolves.toMatchObject({ ok: false, errors: { name: "Taken" } });
  const values = { name: { name: { value: "Orders" } } };
  await expect(app.ada.modal()).resolves.toMatchObject({ errors: { name: "Taken" }, values, busy: false });
});

test.each<[string, Answer]>([
  ["errors for blocks that are not there", { json: { response_action: "errors", errors: { other: "No" } } }],
  ["an action that Slack does not know", { json: { response_action: "explode" } }],
  [
    "a view that Slack refuses",
    { json: { response_action: "update", view: modalView({ blocks: [{ type: "table" }] }) } },
  ],
  ["text that is not JSON", { text: "thanks" }],
  ["a 500", { status: 500 }],
])("%s shows as trouble connecting, and the modal stays open", async (_name, answer) => {
  await using app = await formApp(answer);
  await app.ada.fill("name", "Orders");
  await expect(app.ada.submit()).resolves.toEqual({ ok: false, message: trouble });
  await expect(app.ada.modal()).resolves.toMatchObject({ notice: trouble, busy: false });
});

test("a submission that is not acknowledged in time shows as trouble connecting, and can be sent again", async () => {
  await using app = await formApp("never", modalView(), { commandTimeoutMs: 400 });
  await app.ada.fill("name", "Orders");
  await expect(app.ada.submit()).resolves.toEqual({ ok: false, message: trouble });
  await app.ada.submit();
  expect(app.received.map(({ kind }) => kind)).toEqual(["command", "view_submission", "view_submission"]);
});

test("the modal is busy until the app responds", async () => {
  const thought = Promise.withResolvers<undefined>();
  await using app = await tinyApp(({ kind }) => (kind === "view_submission" ? thought.promise : undefined));
  await app.ada.command("databases", "/app create");
  await app.call("views.open", { trigger_id: app.trigger(), view: modalView() });
  await app.ada.fill("name", "Orders");
  const submitted = app.ada.submit();
  await app.ada.waitForModal(({ busy }) => busy);
  thought.resolve(undefined);
  await expect(submitted).resolves.toEqual({ ok: true });
});

test("update replaces the modal's view, with the same id and a new hash", async () => {
  const view = modalView({ title: { type: "plain_text", text: "Thanks" } });
  await using app = await formApp({ json: { response_action: "update", view } });
  const before = await app.ada.modal();
  await app.ada.fill("name", "Orders");
  await app.ada.submit();
  const after = await app.ada.modal();
  expect(after).toMatchObject({ id: before?.id, title: "Thanks" });
  expect(after?.hash).not.toBe(before?.hash);
});

test("push adds a view on top, and clear closes all", async () => {
  const answers: Answer[] = [
    { json: { response_action: "push", view: modalView({ title: { type: "plain_text", text: "Second" } }) } },
    { json: { response_action: "clear" } },
  ];
  await using app = await tinyApp(({ kind }) => (kind === "view_submission" ? answers.shift() : undefined));
  await app.ada.command("databases", "/app create");
  await app.call("views.open", { trigger_id: app.trigger(), view: modalView() });
  await app.ada.fill("name", "one");
  await app.ada.submit();
  expect((await app.ada.world()).modals).toHaveLength(2);
  await app.ada.fill("name", "two");
  await app.ada.submit();
  expect((await app.ada.world()).modals).toEqual([]);
});

test("a closed modal cannot be submitted", async () => {
  await using app = await formApp(undefined);
  const view = await app.ada.modal();
  await app.ada.close();
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ user: app.ada.id, viewId: view?.id, state: { values: {} } });
  const response = await fetch(`${app.slack.url}/page/submit`, { method: "POST", headers, body });
  await expect(response.json()).resolves.toMatchObject({ ok: false });
  expect(app.received).toHaveLength(1);
});
