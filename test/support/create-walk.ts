import type { View } from "@quartermaster/local-slack/person";
import { reviewIntro } from "../../src/features/services/form/steps/texts.ts";
import { type SlackPerson, shownText } from "./slack-person.ts";

/** Finds a modal by its title. */
export function titled(title: string): (view: View) => boolean {
  return (view) => view.title === title;
}

/** The form that creates a service, at one of its steps. */
export function atStep(step: string): (view: View) => boolean {
  return (view) => view.title === "Create a service" && shownText(view).includes(step);
}

/** The form's first screen. */
export function isStart(view: View): boolean {
  return view.title === "Create a service" && shownText(view).includes("More options");
}

/** Opens the form in a channel, and goes to the first of its steps. */
export async function openSteps(ada: SlackPerson, words = "", channel = "databases"): Promise<View> {
  await ada.command(channel, `/db create ${words}`.trim());
  await ada.click(await ada.waitForModal(isStart), "form-step:basics");
  return ada.waitForModal(atStep("Step 1 of 4"));
}

function hasRegion({ blocks }: View): boolean {
  return JSON.stringify(blocks).includes('"eu-west-1"');
}

/** Opens the form's steps in a channel, and fills in a name and a region. */
export async function openFilled(ada: SlackPerson, name: string, channel = "databases"): Promise<void> {
  // The form begins with the last place.
  if (!hasRegion(await openSteps(ada, name, channel))) await ada.fill("provider", "aws");
  await ada.waitForModal(hasRegion);
  await ada.fill("region", "eu-west-1");
}

/** The form's last step. */
export const isReview = atStep(reviewIntro);

/** The last step with its estimate, which comes after it. */
export function isEstimated(view: View): boolean {
  return isReview(view) && /\*Estimate:\*(?! reading)/.test(shownText(view));
}

/** Goes from the first step to the review without filling in anything. */
export async function skipToReview(ada: SlackPerson): Promise<View> {
  const view = await ada.waitForModal(atStep("Step 1 of"));
  await ada.click(view, "form-step:review");
  return ada.waitForModal(isReview);
}

/** Opens the form, fills in the required fields, and clicks Create on the review. */
export async function submitFilled(ada: SlackPerson, name: string, channel = "databases"): Promise<void> {
  await openFilled(ada, name, channel);
  await skipToReview(ada);
  await ada.submit();
}
