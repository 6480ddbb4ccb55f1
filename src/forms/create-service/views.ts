import type { KnownBlock, ModalView } from "@slack/types";
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
    section("Keep this window open to see the password: it is shown here, to you alone, once."),
  ]);
}

/** The end of the flow: the one place where the password is ever shown. */
export function createdView(request: ServiceRequest, password: string | undefined): ModalView {
  const secret: KnownBlock[] =
    password === undefined
      ? [section("The cloud gave no password. Set one in its console.")]
      : [
          section("Its password, shown here once and kept nowhere. Copy it now:"),
          preformatted(password),
          section("If it is lost, set a new one in the cloud's console."),
        ];
  return notice("Created", [
    section(`:white_check_mark: *${nameOf(request)} is created* and starting up.`),
    ...secret,
  ]);
}

/** What the modal shows when the password was lost with the process that had it. */
export function passwordLostView(request: ServiceRequest): ModalView {
  return notice("Created", [
    section(`:white_check_mark: *${nameOf(request)} is created* and starting up.`),
    section(
      ":warning: Quartermaster was restarted before the password could be shown. Set a new one in the cloud's console.",
    ),
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

function preformatted(text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
  };
}
