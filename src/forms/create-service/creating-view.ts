import type { ModalView } from "@slack/types";
import { section } from "../../blocks/text.ts";
import type { ServiceRequest } from "../../cloud/service-request.ts";
import { notice } from "../notice.ts";
import { requestedName } from "./requested-name.ts";

/** What the modal shows while the cloud works. */
export function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [
    section(`:hourglass_flowing_sand: *Creating ${requestedName(request)}.* This takes a few seconds.`),
    section("You may close this window: you will be told when it is there, and where its password is."),
  ]);
}
