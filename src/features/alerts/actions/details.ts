import type { Reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { actionIds } from "../message/action-ids.ts";
import { wholeText } from "../message/whole-text.ts";
import { detailsView } from "./details-view.ts";
import { pressed } from "./pressed.ts";

/** “Details”: everything that is known of an incident, in a modal. */
export const detailsAct: Act<AlertsContext> = {
  actionId: actionIds.details,
  access: "viewer",
  opens: () => true,
  press,
};

async function press({ value, triggerId }: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(value, context);
  if ("gone" in found) return found.gone;
  const whole = await wholeText(found.incident, context);
  await context.messenger.openModal(triggerId, detailsView(found, 0, whole));
  return undefined;
}

/** “Next page” and “Previous page” of an incident's text, in the same modal. */
export const pageActs: readonly Act[] = [actionIds.pageNext, actionIds.pageBack].map((actionId) => ({
  actionId,
  access: "viewer",
  press: turn,
}));

async function turn({ value, viewId }: Press, context: AlertsContext): Promise<undefined> {
  const [page = "", incidentId = ""] = value.split(" ");
  if (viewId === undefined) return;
  const found = await pressed(incidentId, context);
  const view =
    "gone" in found
      ? notice("Details", [section(found.gone.text)])
      : detailsView(found, Number(page) || 0, await wholeText(found.incident, context));
  await context.messenger.updateModal(viewId, view);
}
