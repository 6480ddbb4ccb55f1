import { header, section } from "../../../platform/blocks/text.ts";
import type { HomeSection } from "../../../platform/slack/home.ts";
import { row } from "../../../platform/blocks/button.ts";
import type { AlertsContext } from "../context.ts";
import { hookInMrkdwn } from "../hooks/parts.ts";
import { onCallOf } from "./show.ts";
import * as texts from "./texts.ts";

/** App Home's section for a person who is on call now. */
export const onCallOnHome: HomeSection<AlertsContext> = {
  name: "oncall",
  rank: 11,
  async draw({ userId, offer }, context) {
    const hooks = (await context.hooks.list()).filter(({ rota }) => rota);
    const lines = hooks.map(async (hook) => {
      const [present] = (await onCallOf(hook, context)).periods;
      const isOn = present?.people.some((person) => person.userId === userId);
      return isOn ? [texts.youAre(hookInMrkdwn(hook), new Date(present?.toMs ?? 0))] : [];
    });
    const shown = (await Promise.all(lines)).flat();
    if (shown.length === 0) return [];
    return [header(texts.homeTitle), section(shown.join("\n")), ...row(offer("On call", { call: "oncall" }))];
  },
};
