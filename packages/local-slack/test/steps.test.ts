import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { readManifest } from "../src/manifest.ts";
import type { LocalSlackOptions } from "../src/server.ts";
import { asObject, callAs, tinyApp, type Answer, type TinyApp } from "./tiny-app.ts";

const manifestPath = `${import.meta.dirname}/step-manifest.yml`;

const stepApp = (answer?: () => Answer, options: LocalSlackOptions = {}) =>
  tinyApp(answer, { manifestPath, ...options });

/** Ada runs the step. Returns the run's id after the app has got it. */
async function ordered(app: TinyApp): Promise<string> {
  const executionId = await app.ada.runStep("order_table", { restaurant: "Lola", guest: app.ada.id });
  await expect.poll(() => app.received.length).toBeGreaterThan(0);
  return executionId;
}

const eventOf = ({ received }: TinyApp): JsonObject => asObject(received.at(-1)?.payload.event);

const completed = (app: TinyApp, function_execution_id: string, outputs: JsonObject = { number: "7" }) =>
  app.call("functions.completeSuccess", { function_execution_id, outputs });

/** Writes a manifest with this content to a new file. */
async function manifestFile(content: JsonObject): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "manifest-")), "manifest.json");
  await writeFile(path, JSON.stringify({ display_information: { name: "Stepper" }, ...content }));
  return path;
}

const step = (more: JsonObject = {}) => ({
  title: "Order",
  description: "Orders",
  input_parameters: { properties: {} },
  output_parameters: { properties: {} },
  ...more,
});

const settings = { org_deploy_enabled: true, function_runtime: "remote" };

test("a run sends function_executed with the declared step, the inputs, and its own token", async () => {
  await using app = await stepApp();
  const executionId = await ordered(app);
  expect(app.received[0]?.payload).toMatchObject({ type: "event_callback", event_id: expect.any(String) });
  expect(eventOf(app)).toMatchObject({
    type: "function_executed",
    function: {
      id: expect.stringMatching(/^Fn/u),
      callback_id: "order_table",
      title: "Order a table",
      description: "Orders a table at a restaurant",
      type: "app",
      input_parameters: [
        { type: "string", name: "restaurant", title: "Restaurant", description: "Where", is_required: true },
        { type: "integer", name: "seats", title: "Seats", is_required: false },
        { type: "slack#/types/user_id", name: "guest", title: "Guest", is_required: true },
      ],
      output_parameters: [
        { type: "string", name: "number", title: "Number", is_required: true },
        { type: "string", name: "note", title: "Note", is_required: false },
      ],
      app_id: expect.any(String),
      date_deleted: 0,
    },
    inputs: { restaurant: "Lola", guest: app.ada.id },
    function_execution_id: executionId,
    workflow_execution_id: expect.stringMatching(/^Wx/u),
    bot_access_token: expect.stringMatching(/^xwfp-/u),
    event_ts: expect.any(String),
  });
});

test("inputs that are missing, unknown or of another type are refused before the app gets a run", async () => {
  await using app = await stepApp();
  const wrong = app.ada.runStep("order_table", { seats: "two", guest: "U404", colour: "red" });
  await expect(wrong).rejects.toThrow(
    `Some inputs need another look. ${JSON.stringify({
      restaurant: "This input is required.",
      seats: "This input must be an integer.",
      guest: "This input must be the id of a user.",
      colour: "This input is not declared in the manifest.",
    })}`,
  );
  await expect(app.ada.runStep("other", {})).rejects.toThrow('The app has no step "other".');
  expect(app.received).toEqual([]);
});

test("a run that is not acknowledged is sent again as the same run", async () => {
  await using app = await stepApp(() => ({ status: 500 }), { eventRetryDelaysMs: [0] });
  await ordered(app);
  await expect.poll(() => app.received.length).toBe(2);
  const [first, second] = app.received.map(({ payload }) => payload);
  expect(second).toEqual(first);
  expect(app.received[1]?.headers["x-slack-retry-num"]).toBe("1");
});

test("a run is completed once, with the declared outputs, which its person sees", async () => {
  await using app = await stepApp();
  const executionId = await ordered(app);
  await expect(app.ada.stepOutcome(executionId)).resolves.toBeUndefined();
  await expect(completed(app, executionId)).resolves.toEqual({ ok: true });
  await expect(app.ada.waitForStep(executionId)).resolves.toEqual({ ok: true, outputs: { number: "7" } });
  await expect(completed(app, executionId)).resolves.toEqual({
    ok: false,
    error: "execution_not_in_running_state",
  });
});

test("a run can end with an error message", async () => {
  await using app = await stepApp();
  const function_execution_id = await ordered(app);
  const failed = { function_execution_id, error: "Lola is closed." };
  await expect(app.call("functions.completeError", failed)).resolves.toEqual({ ok: true });
  await expect(app.ada.waitForStep(function_execution_id)).resolves.toEqual({
    ok: false,
    error: "Lola is closed.",
  });
  const late = await app.call("functions.completeError", failed);
  expect(late).toEqual({ ok: false, error: "execution_not_in_running_state" });
});

test("outputs that differ from the declaration leave the run open", async () => {
  await using app = await stepApp();
  const executionId = await ordered(app);
  await expect(completed(app, executionId, { number: 7, extra: "x" })).resolves.toEqual({
    ok: false,
    error: "parameter_validation_failed",
    response_metadata: {
      messages: [
        "[ERROR] must be a string [json-pointer:/outputs/number]",
        "[ERROR] is not declared in the manifest [json-pointer:/outputs/extra]",
      ],
    },
  });
  await expect(completed(app, executionId)).resolves.toEqual({ ok: true });
});

test("an unknown run is not found", async () => {
  await using app = await stepApp();
  const answer = await completed(app, "Fx404");
  expect(answer).toEqual({ ok: false, error: "function_execution_not_found" });
});

test("a run's token works until the run is completed, and is not in the log", async () => {
  await using app = await stepApp();
  const executionId = await ordered(app);
  const token = String(eventOf(app).bot_access_token);
  await expect(callAs(app.slack, token, "auth.test")).resolves.toMatchObject({ ok: true });
  await completed(app, executionId);
  await expect(callAs(app.slack, token, "auth.test")).resolves.toMatchObject({ error: "invalid_auth" });
  const log = await (await fetch(`${app.slack.url}/page/log`)).text();
  expect(log).toContain(executionId);
  expect(log).not.toContain(token);
});

test("only the person sees their runs", async () => {
  await using app = await stepApp();
  await ordered(app);
  const [, sam] = app.slack.users;
  const world = await fetch(`${app.slack.url}/page/world?user=${sam?.id}`);
  await expect(world.json()).resolves.toMatchObject({ stepRuns: [] });
});

test("functions need an app with organization deployment and a remote runtime", async () => {
  const path = await manifestFile({ functions: { order: step() } });
  await expect(readManifest(path)).rejects.toThrow(
    /functions need true here\s+→ at settings\.org_deploy_enabled[\s\S]+functions need remote here\s+→ at settings\.function_runtime/u,
  );
});

test.each<[string, JsonObject, string]>([
  ["a callback id in another case", { OrderTable: step() }, "OrderTable"],
  ["a step without a title", { order: step({ title: "" }) }, "order.title"],
  [
    "a type that Slack does not have",
    { order: step({ input_parameters: { properties: { a: { type: "text" } } } }) },
    "order.input_parameters.properties.a.type",
  ],
  [
    "a missing required parameter",
    { order: step({ output_parameters: { properties: {}, required: ["a"] } }) },
    'there is no property "a"',
  ],
])("a manifest with %s is refused", async (_name, functions, said) => {
  await expect(readManifest(await manifestFile({ functions, settings }))).rejects.toThrow(said);
});

test("parameters of a first-version manifest are read too", async () => {
  const parameters = { who: { type: "slack#/types/user_id", title: "Who", is_required: true, name: "who" } };
  const functions = { order: step({ input_parameters: parameters, output_parameters: {} }) };
  const { steps } = await readManifest(await manifestFile({ functions, settings }));
  expect(steps).toMatchObject([{ inputs: [{ name: "who", isRequired: true }], outputs: [] }]);
});
