import type { Alert } from "../../../../platform/cloud/observability/alert.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import type { AlertEdit } from "../edit.ts";
import { messageIn } from "./text-fields.ts";
import { takesMax } from "../format-rule.ts";
import { canChooseWebhook, factsOf } from "./facts.ts";
import { intervalIn, numberIn, tileIn, valuesOf, webhookIn } from "./values.ts";

/** What a filled-in form changes about an alert, and nothing else; what was not touched is not named. */
export function editIn(state: FormState, seen: Alert): AlertEdit {
  return {
    ...plainChanges(state, seen),
    ...maxChange(state, seen),
    ...webhookChange(state, seen),
    ...tileChange(state, seen),
  };
}

function plainChanges(state: FormState, seen: Alert): AlertEdit {
  const { values } = state;
  const before = valuesOf(seen);
  const now = {
    name: textIn(values, "name"),
    threshold: numberIn(values["threshold"]),
    thresholdType: textIn(values, "thresholdType"),
    interval: intervalIn(state),
  };
  const typed = textIn(values, "message");
  const message = messageIn(state);
  const isSaid = typed !== before["message"] && message !== before["message"];
  const changed = Object.entries(now).filter(
    ([field, value]) => value !== undefined && value !== "" && value !== before[field],
  );
  return { ...Object.fromEntries(changed), ...(isSaid ? { message } : {}) };
}

function maxChange({ values }: FormState, { thresholdMax, thresholdType }: Alert): AlertEdit {
  if (!takesMax(textIn(values, "thresholdType")))
    return takesMax(thresholdType) && typeof thresholdMax === "number" ? { thresholdMax: null } : {};
  const max = numberIn(values["thresholdMax"]);
  return max === undefined || max === thresholdMax ? {} : { thresholdMax: max };
}

function webhookChange(state: FormState, { channel, channels }: Alert): AlertEdit {
  const webhookId = canChooseWebhook(factsOf(state)) ? webhookIn(state)?.webhookId : undefined;
  const before = channel?.webhookId ?? channels?.[0]?.webhookId;
  return webhookId === undefined || webhookId === before ? {} : { webhookId };
}

function tileChange(state: FormState, seen: Alert): AlertEdit {
  const tileId = tileIn(state)?.id;
  const dashboardId = textIn(state.values, "dashboardId");
  const before = valuesOf(seen);
  if (!tileId || (tileId === before["tileId"] && dashboardId === before["dashboardId"])) return {};
  return { tile: { dashboardId, tileId } };
}
