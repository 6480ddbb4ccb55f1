import type { Button, KnownBlock, ModalView } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { confirmation } from "../../../platform/blocks/confirm.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import type { AppError } from "../../../lib/errors.ts";
import { listInWords } from "../../../lib/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { requestedName } from "../form/requested-name.ts";

export const wasCreatedActionId = "unknown-was-created";
export const wasNotActionId = "unknown-was-not";

/**
 * Why it could not be found out by looking: the list could not be read, these services in it may be it, it is not there
 * although the cloud answered that it succeeded, or it is not there yet and may still arrive.
 */
export type Why =
  | { failure: AppError }
  | { services: readonly Service[] }
  | "nameless"
  | "unlisted"
  | "abandoned";

/** The question as a message that stays. */
export function questionReply(wish: Wish, unknown: ProgressOf<"unknown">, why: Why): Reply {
  const text = questionText(wish, unknown, why);
  return reply(text, [section(text), answers(wish)]);
}

/** The same in the modal, where that is open. */
export function questionView(wish: Wish, unknown: ProgressOf<"unknown">, why: Why): ModalView {
  return notice("Not certain", [section(questionText(wish, unknown, why)), answers(wish)]);
}

function questionText({ submission }: Wish, { message, sentAt }: ProgressOf<"unknown">, why: Why): string {
  const { request } = submission;
  const called = request.name === undefined ? "" : ` called “${escapeName(request.name)}”`;
  return [
    `:grey_question: *It is not certain whether ${requestedName(request)} was created.*`,
    `${escapeSentence(message)} ${inWords(why)} To be safe it was not sent again.`,
    `Please look in the cloud's console for a service${called} that was created after ${slackDate(new Date(sentAt))}, and say here what you found.`,
  ].join("\n");
}

/** More ids than these help nobody. */
const namedIds = 5;

function inWords(why: Why): string {
  if (why === "nameless") return "It was asked for without a name, so it could not be looked up.";
  if (why === "unlisted")
    return "That answer was one of success, but the cloud's list of services does not have it.";
  if (why === "abandoned")
    return "The cloud's list of services does not have it so far. It may still turn up there, so look again before you create it once more.";
  if ("services" in why) {
    const ids = why.services.slice(0, namedIds).map(({ id }) => code(id));
    const services = ids.length === 1 ? "a service" : "services";
    return `The cloud's list has ${services} that may be it or another's: ${listInWords(ids)}.`;
  }
  switch (why.failure.kind) {
    case "auth":
    case "forbidden":
      return "The key may not read the cloud's list of services, so it could not be looked up.";
    case "missing":
      return "This cloud does not tell its list of services, so it could not be looked up.";
    default:
      return "The cloud's list of services could not be read since, so it could not be looked up.";
  }
}

function answers({ requestId, submission }: Wish): KnownBlock {
  const { request, form } = submission;
  const yes = button({
    text: "It was created: here is its id",
    actionId: wasCreatedActionId,
    value: requestId,
  });
  const no: Button = {
    ...button({
      text: form ? "It was not: try again" : "It was not created",
      actionId: wasNotActionId,
      value: requestId,
    }),
    confirm: confirmation({
      title: "Is it surely not there?",
      text: `If “${request.name ?? "the service"}” was created after all, trying again creates a second one, and both cost money. Look in the cloud's console first.`,
      yes: form ? "Try again" : "It is not there",
      no: "Look first",
    }),
  };
  return actions([yes, no]);
}
