import { z } from "zod";

/** The body that creates an alert on a tile: exactly the nine fields of the specification. */
export const AlertCreation = z.strictObject({
  dashboardId: z.string("Dashboard must be a dashboard's id"),
  tileId: z.string("Tile must be a tile's id"),
  threshold: z.number("Threshold must be a number"),
  interval: z.string().regex(/^\d+[A-Za-z]$/, "Interval must be a number and a unit, such as 5m or 1h"),
  source: z.string("Source must be text, such as tile"),
  thresholdType: z.string("Threshold type must be text, such as above"),
  channel: z.strictObject(
    {
      type: z.string("Channel type must be text, such as webhook"),
      webhookId: z.string("Give a webhook's id"),
    },
    "Channel must have a type and a webhook id",
  ),
  name: z.string("Name must be text"),
  message: z.string("Message must be text"),
});

interface Range {
  threshold: number;
  thresholdMax?: number | undefined;
  thresholdType: string;
}

/** False for an alert between two thresholds that lacks the upper one, or has it below the other. */
export function hasItsRange({ threshold, thresholdMax, thresholdType }: Range): boolean {
  if (thresholdType !== "between" && thresholdType !== "not_between") return true;
  return thresholdMax !== undefined && thresholdMax > threshold;
}

const range = { error: "Upper threshold must be a number above the threshold", path: ["thresholdMax"] };

// Not in the specification, but seen on running servers, as are alerts on a saved search.
const thresholdMax = z.number("Upper threshold must be a number").optional();

// Stand-alone servers refuse an empty message, and take `null` for none.
const message = z.string("Message must be text").nullable();

const TileAlertCreation = AlertCreation.extend({ thresholdMax, message }).refine(hasItsRange, range);

const SavedSearchAlertCreation = AlertCreation.omit({ dashboardId: true, tileId: true })
  .extend({
    source: z.literal("saved_search", "Source of an alert on a saved search must be saved_search"),
    savedSearchId: z.string("Saved search must be a saved search's id"),
    thresholdMax,
    message,
    groupBy: z.string("Group by must be text").optional(),
  })
  .refine(hasItsRange, range);

/**
 * The body that creates an alert on a stand-alone server. It has the nine fields; a saved search has its id in place of
 * dashboard and tile, and `groupBy` if it has groups; `between` and `not_between` need `thresholdMax`.
 */
export const StandaloneAlertCreation = z.union([TileAlertCreation, SavedSearchAlertCreation]);
