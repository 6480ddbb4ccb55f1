import type { ModalView } from "@slack/types";
import { code, escapeName } from "../../../blocks/escape.ts";
import { section } from "../../../blocks/text.ts";
import type { ServiceRequest } from "../../../cloud/service-request.ts";
import type { RequestProgress } from "../../../store/request-progress.ts";
import { notice } from "../../notice.ts";

/** What a request is called in mrkdwn. */
export function nameOf({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}

/** What the modal shows while the cloud's list of services is looked at. */
export function lookingView(request: ServiceRequest): ModalView {
  return notice("Looking", [
    section(
      `:mag: *The cloud's answer did not arrive.* Looking in its list of services whether ${nameOf(request)} was created. This may take a minute; nothing is sent again.`,
    ),
    section("You may close this window: you will be told."),
  ]);
}

/** What the modal shows while what its person says is checked. */
export function checkingView(serviceId: string): ModalView {
  return notice("Checking", [section(`:mag: Looking at service ${code(serviceId)}…`)]);
}

/** What takes the question's place once it turned out, or its person said, that the service is there. */
export function foundText(request: ServiceRequest, serviceId: string): string {
  return `:white_check_mark: *${nameOf(request)} was created:* it is service ${code(serviceId)}.`;
}

/** What takes the question's place once the list of services turned out not to have it. */
export function absentText(request: ServiceRequest): string {
  return `:x: *${nameOf(request)} was not created:* the cloud's list of services does not have it.`;
}

/** What takes the question's place once its person said that there is no such service. */
export function deniedText(request: ServiceRequest): string {
  return `:x: *${nameOf(request)} was not created*, as you said.`;
}

/** What is said of a request that is asked about no more. */
export function settledText(request: ServiceRequest, { status }: Pick<RequestProgress, "status">): string {
  switch (status) {
    case "created":
      return `:white_check_mark: This is settled: *${nameOf(request)} was created.*`;
    case "failed":
      return `:x: This is settled: *${nameOf(request)} was not created.*`;
    default:
      return `:hourglass_flowing_sand: *${nameOf(request)}* is being created just now.`;
  }
}
