import { row } from "../../../platform/blocks/button.ts";
import { header, section } from "../../../platform/blocks/text.ts";
import type { HomeSection } from "../../../platform/slack/interactions/deps.ts";
import { foundButtons, foundText } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import * as texts from "./texts.ts";

/**
 * The services of the clouds that the list hasn't. While it is empty, everyone who may add services sees them. What comes
 * later is offered to admins, until one of them adds it or says no.
 */
export const foundOnHome: HomeSection<ServicesContext> = {
  name: "found",
  rank: 19,
  // Only the clouds know.
  draw: async () => [],
  async drawLater({ role, offer }, context) {
    const isMore = (await context.services.list()).length > 0;
    if (role !== "admin" && (isMore || offer("", { call: "services_choose" }).length === 0)) return [];
    const found = await context.unadded();
    const text = foundText(found, isMore);
    if (text === undefined) return [];
    const buttons = foundButtons(found, isMore).map((each) => offer(each.text, each.command));
    return [header(texts.homeTitle), section(text), ...row(...buttons)];
  },
};
