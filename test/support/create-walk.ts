import type { View } from "../../src/sandbox/slack/protocol.ts";
import { type SlackPerson, shownText } from "./slack-person.ts";

/** Finds a modal by its title. */
export function titled(title: string): (view: View) => boolean {
  return (view) => view.title === title;
}

/** The form that creates a service, at one of its steps. */
export function atStep(step: string): (view: View) => boolean {
  return (view) => view.title === "Create a service" && shownText(view).includes(step);
}

/** Opens the form in a channel, and fills in a name and a region. */
export async function openFilled(ada: SlackPerson, name: string, channel = "databases"): Promise<void> {
  await ada.command(channel, `/db create ${name}`);
  await ada.waitForModal(atStep("Step 1 of 4"));
  await ada.fill("region", "eu-west-1");
}

/** Goes from the first step to the review without filling in anything. */
export async function skipToReview(ada: SlackPerson): Promise<View> {
  const view = await ada.waitForModal(atStep("Step 1 of"));
  await ada.click(view, "form-step:review");
  return ada.waitForModal(atStep("This is all that will be sent"));
}

/** Opens the form, fills in the required fields, and clicks Create on the review. */
export async function submitFilled(ada: SlackPerson, name: string, channel = "databases"): Promise<void> {
  await openFilled(ada, name, channel);
  await skipToReview(ada);
  await ada.submit();
}
