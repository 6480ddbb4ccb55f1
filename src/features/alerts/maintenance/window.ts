import type { KnownBlock } from "@slack/types";
import { row } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { type Visitor, ifOffered } from "../../../platform/forms/window.ts";
import type { AlertsContext } from "../context.ts";
import { hookInMrkdwn } from "../hooks/parts.ts";
import type { Hook } from "../hooks/record.ts";
import { endButton, windowRows } from "./command.ts";
import * as texts from "./texts.ts";
import { spanAt } from "./windows.ts";

/** The tab of a hook's window about its maintenance. */
export function maintenanceBlocks(
  hook: Hook,
  person: Visitor,
  { now }: Pick<AlertsContext, "now">,
): KnownBlock[] {
  const nowMs = now().getTime();
  const rows = windowRows(hook, nowMs);
  const span = spanAt(hook.maintenance ?? [], nowMs);
  return [
    ...(span
      ? [section(texts.now(slackDate(new Date(span.untilMs)))), ...row(ifOffered(person, endButton(hook)))]
      : []),
    ...(rows.length === 0 ? [section(texts.noWindows(hookInMrkdwn(hook)))] : []),
    ...rows.map(({ line, button }) => {
      const [accessory] = ifOffered(person, button);
      return accessory ? { ...section(line), accessory } : section(line);
    }),
    smallPrint(texts.hint(visible(hook.name))),
  ];
}
