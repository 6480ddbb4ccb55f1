import {
  type PlacedElement,
  placedElements,
  type SubmitOutcome,
  type View,
  stateValue,
  elementNamed,
  offeredOptions,
} from "@quartermaster/local-slack/person";
import * as texts from "../../src/platform/slack/texts.ts";
import { atStep, titled } from "./create-walk.ts";
import { type SlackPerson, shownText } from "./slack-person.ts";

/** The names of a view's fields, in order. */
export function fieldsIn({ blocks }: View): string[] {
  return inputsIn(blocks).map(({ actionId }) => actionId);
}

/** A field's value: a text, the chosen value, or true for a ticked box; null if empty. */
export function valueIn({ blocks, values }: View, field: string): unknown {
  const { type, blockId, actionId } = elementNamed(blocks, field);
  const value = stateValue(type, values[blockId]?.[actionId]);
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null && "value" in value ? value.value : value;
}

/** The values that a select offers. */
export function choicesIn({ blocks }: View, field: string): unknown[] {
  return offeredOptions(elementNamed(blocks, field).element).map(({ value }) => value);
}

/** The texts between a field and the next one, which name its problems. */
export function remarkOn({ blocks }: View, field: string): string {
  const { blockId } = elementNamed(blocks, field);
  const after = blocks.slice(blocks.findIndex(({ block_id }) => block_id === blockId) + 1);
  const next = after.findIndex(({ type }) => type !== "context");
  return JSON.stringify(after.slice(0, next));
}

/** Clicks Next, and waits for the step with this number. */
export async function goOn(ada: SlackPerson, step: number): Promise<View> {
  await ada.submit();
  return ada.waitForModal(atStep(`Step ${step} of`));
}

/** Clicks a button that leads to another step, and waits for the step with this number. */
export async function goTo(ada: SlackPerson, name: string, step: number): Promise<View> {
  await ada.click(await ada.waitForModal(), `form-step:${name}`);
  return ada.waitForModal(atStep(`Step ${step} of`));
}

/** The window that offers the unfinished form. */
export function isOffer(view: View): boolean {
  return shownText(view).includes("You have an unfinished draft");
}

/** Types `/db create` and continues the unfinished form. */
export async function goOnWithIt(ada: SlackPerson): Promise<View> {
  await ada.command("databases", "/db create");
  await ada.click(await ada.waitForModal(isOffer), "form-resume");
  const isStep = atStep("Step ");
  // On a busy machine the form comes late, in the clicked window. The loading view on top of it then says “Done”.
  const isDone = titled(texts.done.title);
  if (isDone(await ada.waitForModal((view) => isStep(view) || isDone(view)))) await ada.close();
  return ada.waitForModal(isStep);
}

/** Types or chooses, and waits until the form shows, or no longer shows, a field. */
export async function fillUntil(
  ada: SlackPerson,
  [field, value]: [string, string | string[] | null],
  asks: (fields: string[]) => boolean,
): Promise<View> {
  await ada.fill(field, value);
  return ada.waitForModal((view) => asks(fieldsIn(view)));
}

/** Submits a view's values without earlier events, as if a person were faster than Slack. */
export async function submitAtOnce(
  slackUrl: string,
  ada: SlackPerson,
  typed: Record<string, string>,
): Promise<SubmitOutcome> {
  const view = await ada.waitForModal();
  const values = Object.fromEntries(
    Object.entries(typed).map(([field, value]) => {
      const { blockId, actionId, type } = elementNamed(view.blocks, field);
      return [blockId, { [actionId]: { type, value } }];
    }),
  );
  const response = await fetch(`${slackUrl}/page/submit`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ user: ada.id, viewId: view.id, state: { values } }),
  });
  // The server is built from the same protocol.ts as this helper.
  const outcome: SubmitOutcome = await response.json();
  return outcome;
}

function inputsIn(blocks: View["blocks"]): PlacedElement[] {
  return placedElements(blocks).filter(({ block }) => block.type === "input");
}
