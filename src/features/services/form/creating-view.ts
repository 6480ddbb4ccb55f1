import type { ModalView } from "@slack/types";
import { section } from "../../../platform/blocks/text.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { requestedName } from "./requested-name.ts";

/** What the modal shows while the cloud works. */
export function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [
    section(`:hourglass_flowing_sand: *Creating ${requestedName(request)}.* This takes a few seconds.`),
    section("You may close this window: you will be told when it is there, and where its password is."),
  ]);
}

/** What a request waits for: the cloud has no time, or Quartermaster's own storage does not confirm what it keeps. */
export type Busy = "cloud" | "storage";

const why: Readonly<Record<Busy, string>> = {
  cloud: "The cloud takes no more requests just now.",
  storage:
    "Quartermaster's storage does not confirm just now that it keeps the request, so it was not sent yet.",
};

/** The same while the request waits. */
export function waitingView(request: ServiceRequest, busy: Busy): ModalView {
  return notice("Waiting", [
    section(waitingText(request, busy)),
    section("You may close this window: you will be told what came of it."),
  ]);
}

/** Says that a request waits, and for what. */
export function waitingText(request: ServiceRequest, busy: Busy): string {
  return `:hourglass_flowing_sand: *${requestedName(request)} waits to be created.* ${why[busy]} I try again for two minutes.`;
}
