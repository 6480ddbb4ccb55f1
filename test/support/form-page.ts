import type { Locator, Page } from "playwright-core";
import { until } from "./until.ts";

// A list that was redrawn under the pointer is opened again.
const shortWaitMs = 2_000;

/** Types into the open channel's composer and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

/** A modal by its title. */
export function dialog(page: Page, title: string): Locator {
  return page.getByRole("dialog", { name: title });
}

/** Opens the create form's steps with a command, and starts over if there is an unfinished one. */
export async function openForm(page: Page, words = ""): Promise<Locator> {
  await say(page, `/db create ${words}`);
  const startOver = page.getByRole("button", { name: "Start over" });
  const more = page.getByRole("button", { name: "More options" });
  await more.or(startOver).waitFor();
  if (await startOver.isVisible()) await startOver.click();
  await more.click();
  return atStep(page, "Basics");
}

/** The create form, once it shows a step. */
export async function atStep(page: Page, title: string): Promise<Locator> {
  const form = dialog(page, "Create a service");
  await form.getByRole("heading", { name: title, exact: true }).waitFor();
  return form;
}

/** Closes the modal on top, and waits until it is gone. */
export async function closeWithEscape(form: Locator): Promise<void> {
  await form.page().keyboard.press("Escape");
  await gone(form);
}

/** Waits until something is hidden. */
export async function gone(locator: Locator): Promise<void> {
  await locator.waitFor({ state: "detached" });
}

/** Clicks a button of the modal. */
export async function clickButton(form: Locator, name: string): Promise<void> {
  await form.getByRole("button", { name, exact: true }).click();
}

/** Goes to the next step. */
export async function next(form: Locator, title: string): Promise<void> {
  await clickButton(form, "Next");
  await atStep(form.page(), title);
}

/** Goes to the review without filling in anything. */
export async function skipToReview(form: Locator): Promise<void> {
  await clickButton(form, "Skip to review");
  await atStep(form.page(), "Review");
}

/** An input by the start of its label. A mark such as "(optional)" may follow. */
export function field(form: Locator, label: string): Locator {
  return form.getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, "\\$&")}( \\(|$)`));
}

/** Types into inputs, each by its label. */
export async function fill(form: Locator, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await field(form, label).fill(text);
}

/** Ticks checkboxes by their texts. */
export async function tick(form: Locator, ...boxes: string[]): Promise<void> {
  for (const box of boxes) await form.getByRole("checkbox", { name: box, exact: true }).check();
}

/** Chooses in selects by their labels. A list that changes in the meantime is opened again. */
export async function choose(form: Locator, choices: Record<string, string>): Promise<void> {
  for (const [label, option] of Object.entries(choices)) {
    const select = field(form, label);
    await until(async () => {
      await pick(select, option);
      return (await select.inputValue()) === option;
    });
  }
}

async function pick(select: Locator, option: string): Promise<void> {
  try {
    await select.click({ timeout: shortWaitMs });
    const wanted = select.page().getByRole("option", { name: option, exact: true });
    await wanted.click({ timeout: shortWaitMs });
  } catch (error) {
    if (!(error instanceof Error && error.name === "TimeoutError")) throw error;
  }
}

/** The options of a select, once they are as expected. They may load late. */
export async function offers(
  form: Locator,
  label: string,
  isExpected: (options: string[]) => boolean,
): Promise<string[]> {
  let options: string[] = [];
  await until(async () => {
    const select = field(form, label);
    await select.click();
    options = await form.page().getByRole("option").allTextContents();
    await select.blur();
    return options.length > 0 && isExpected(options);
  });
  return options;
}

/** The value of an input, by its label. */
export function typed(form: Locator, label: string): Promise<string> {
  return field(form, label).inputValue();
}

/** Adds a service of the cloud to the workspace by its name. */
export async function knowService(page: Page, { id, name }: { id: string; name: string }): Promise<void> {
  await say(page, `/db services add ${id} ${name}`);
  await page.getByText(`Added ${name}`).waitFor();
}
