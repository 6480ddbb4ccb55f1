import type { ModalView } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import type { ChangeVerb } from "./change.ts";
import * as texts from "./texts.ts";

/** The modal while a change is made. */
export function busyView(verb: ChangeVerb, name: string, more = texts.mayClose): ModalView {
  return notice(texts.titles[verb], [section(texts.doing(verb, escapeName(name))), section(more)]);
}
