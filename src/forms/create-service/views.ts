import type { ModalView } from "@slack/types";
import { escapeName } from "../../blocks/escape.ts";
import { section } from "../../blocks/text.ts";
import type { ServiceRequest } from "../../cloud/service-request.ts";
import { notice } from "../notice.ts";

/** What the modal shows while the cloud works. */
export function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [
    section(`:hourglass_flowing_sand: *Creating ${nameOf(request)}.* This takes a few seconds.`),
    section("You may close this window: you will be told when it is there, and where its password is."),
  ]);
}

function nameOf({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}
