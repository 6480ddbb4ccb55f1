import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { JsonObject } from "../src/json.ts";
import { asObject, modalView, textInput, type TinyApp } from "./tiny-app.ts";

/** Text without marks, as Block Kit writes it. */
export const plain = (text: string) => ({ type: "plain_text", text });

/** An option with this text. Its value is the text in lower case. */
export const option = (name: string) => ({ text: plain(name), value: name.toLowerCase() });

/** Several options. */
export const options = (...names: string[]) => names.map(option);

/** An input block with its id as its label. */
export const input = (id: string, type: string, element: JsonObject = {}, block: JsonObject = {}) =>
  textInput(id, { type, ...element }, block);

/** Ada types a command in her window, and the app opens this modal. */
export async function open(
  app: TinyApp,
  page: Page,
  blocks: JsonObject[],
  more: JsonObject = {},
): Promise<JsonObject> {
  await page.getByRole("textbox", { name: "Message #databases" }).fill("/app create");
  await page.keyboard.press("Enter");
  await expect.poll(() => app.received.length).toBe(1);
  const answer = await app.call("views.open", {
    trigger_id: app.trigger(),
    view: modalView({ blocks, ...more }),
  });
  expect(answer).toMatchObject({ ok: true });
  app.received.pop();
  await page.getByRole("dialog", { name: "Form" }).waitFor();
  return asObject(answer.view);
}

/** The values of the view in the last request that the app got. */
export async function lastValues(app: TinyApp, kind: string): Promise<unknown> {
  await expect.poll(() => app.received.at(-1)?.kind).toBe(kind);
  return asObject(asObject(asObject(app.received.at(-1)?.payload).view).state).values;
}
