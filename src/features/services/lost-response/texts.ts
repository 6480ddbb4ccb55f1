import type { ModalView } from "@slack/types";
import { code } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { RequestProgress } from "../provisioning/progress.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { requestedName } from "../form/request.ts";

/** What the modal shows while the cloud's list of services is looked at. */
export function searchingView(request: ServiceRequest): ModalView {
  return notice("Looking", [
    section(
      `:mag: *The cloud's answer did not arrive.* Looking in its list of services whether ${requestedName(request)} was created. This may take a minute; nothing is sent again.`,
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
  return `:white_check_mark: *${requestedName(request)} was created:* it is service ${code(serviceId)}.`;
}

/** What takes the question's place once the list of services turned out not to have it. */
export function absentText(request: ServiceRequest): string {
  return `:x: *${requestedName(request)} was not created:* the cloud's list of services does not have it.`;
}

/** What takes the question's place once it turned out that the cloud refused the request, or was never sent it. */
export function notCreatedText(request: ServiceRequest, message: string): string {
  return `:x: *${requestedName(request)} was not created.* ${escapeSentence(message)}`;
}

/** What takes the question's place once its person said that there is no such service. */
export function deniedText(request: ServiceRequest): string {
  return `:x: *${requestedName(request)} was not created*, as you said.`;
}

/** What is said of a request that is asked about no more. */
export function resolvedText(request: ServiceRequest, { status }: Pick<RequestProgress, "status">): string {
  switch (status) {
    case "created":
      return `:white_check_mark: This is settled: *${requestedName(request)} was created.*`;
    case "failed":
      return `:x: This is settled: *${requestedName(request)} was not created.*`;
    default:
      return `:hourglass_flowing_sand: *${requestedName(request)}* is being created just now.`;
  }
}
