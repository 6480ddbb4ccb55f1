import { alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { type AlertFormFacts, factsOf } from "./facts.ts";

/** The entry of the webhooks that stands for one that is not known here yet. */
export const anotherWebhook = "another";

/** An alert that tells several, or somebody else than a webhook, goes on doing so: that is chosen in the console. */
export function canChooseWebhook({ isRead, seen }: AlertFormFacts): boolean {
  if (!isRead || seen === undefined) return isRead;
  const channels = alertChannels(seen);
  return channels.length <= 1 && channels.every(({ type }) => !type || type === "webhook");
}

/** True where a webhook is to be named that is not known here. */
export function isAnotherWebhook(state: FormState): boolean {
  const facts = factsOf(state);
  if (!canChooseWebhook(facts)) return false;
  return facts.webhooks.length === 0 || textIn(state.values, "webhook") === anotherWebhook;
}
