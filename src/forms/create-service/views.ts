import type { ModalView } from "@slack/types";
import { actions } from "../../blocks/button.ts";
import { escapeName } from "../../blocks/escape.ts";
import { section } from "../../blocks/text.ts";
import type { ServiceRequest } from "../../cloud/service-request.ts";
import { notice } from "../notice.ts";
import { reopenButton } from "../reopen.ts";

/** What the modal shows while the cloud works. */
export function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [
    section(`:hourglass_flowing_sand: *Creating ${nameOf(request)}.* This takes a few seconds.`),
    section("Its password will wait for you here and in the message about it: you may close this window."),
  ]);
}

/** What the modal shows when the cloud's answer was lost. */
export function unknownView(request: ServiceRequest, formId: string): ModalView {
  return notice("Not certain", [section(unknownText(request)), actions([reopenButton(formId)])]);
}

/** What is known after a lost answer, and what to do. */
export function unknownText(request: ServiceRequest): string {
  return [
    `:warning: *It is not certain whether ${nameOf(request)} was created:* the cloud's answer was lost on the way.`,
    "To be safe it was not sent again. Look in the cloud's console. If the service is there, add it with `/db services add <service id> <name>`; if not, create it again.",
  ].join("\n");
}

function nameOf({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}
