import type { Alert } from "../../../cloud/alert.ts";
import type { FormState } from "../../../forms/form.ts";
import { textIn } from "../../../forms/state.ts";
import type { AlertEdit } from "../alert-edit.ts";
import { takesMax } from "../threshold-in-words.ts";
import { valuesOf } from "./alert-values.ts";
import { factsOf } from "./facts.ts";
import { canChooseWebhook } from "./webhook-choice.ts";
import { numberIn, tileIn, webhookIn } from "./values.ts";

/** What a filled-in form changes about an alert, and nothing else; what was not touched is not named. */
export function editIn(state: FormState, seen: Alert): AlertEdit {
  return {
    ...plainChanges(state, seen),
    ...maxChange(state, seen),
    ...webhookChange(state, seen),
    ...tileChange(state, seen),
  };
}

function plainChanges({ values }: FormState, seen: Alert): AlertEdit {
  const before = valuesOf(seen);
  const name = textIn(values, "name");
  const now = {
    name,
    // One that is taken out gives way to the name: stand-alone servers refuse an empty one.
    message: textIn(values, "message") || (before["message"] === "" ? "" : name),
    threshold: numberIn(values["threshold"]),
    thresholdType: textIn(values, "thresholdType"),
    interval: textIn(values, "interval"),
  };
  return Object.fromEntries(
    Object.entries(now).filter(
      ([field, value]) => value !== undefined && value !== "" && value !== before[field],
    ),
  );
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
