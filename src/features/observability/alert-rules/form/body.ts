import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import type { AlertBody } from "../../observability-client.ts";
import { takesMax } from "../format-threshold.ts";
import { messageIn } from "./text-fields.ts";
import { groupByIn, intervalIn, numberIn, savedSearchIn, watchesSearch, webhookIn } from "./values.ts";

/**
 * What a filled-in form creates: for a tile the specification's nine fields in its order, and behind them the second
 * threshold where there is one, and the groups of a copied search, as only stand-alone servers take them.
 */
export function bodyIn(state: FormState): AlertBody {
  const { values } = state;
  const thresholdType = textIn(values, "thresholdType");
  const threshold = numberIn(values["threshold"]) ?? 0;
  const interval = intervalIn(state);
  const channel = { type: "webhook", webhookId: webhookIn(state)?.webhookId ?? "" };
  const name = textIn(values, "name");
  // All nine fields are sent.
  const said = { channel, name, message: messageIn(state) };
  const max = takesMax(thresholdType) ? { thresholdMax: numberIn(values["thresholdMax"]) } : {};
  if (watchesSearch(state)) {
    const savedSearchId = savedSearchIn(state) ?? "";
    const groupBy = groupByIn(state);
    const groups = groupBy === undefined ? {} : { groupBy };
    const rule = { savedSearchId, threshold, interval, source: "saved_search", thresholdType } as const;
    return { ...rule, ...said, ...max, ...groups };
  }
  const on = { dashboardId: textIn(values, "dashboardId"), tileId: textIn(values, "tileId") };
  return { ...on, threshold, interval, source: "tile", thresholdType, ...said, ...max };
}
