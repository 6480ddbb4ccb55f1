import { randomBytes } from "node:crypto";
import { z } from "zod";
import { standalonePlace } from "../observability/observability.ts";
import { evaluatedAlert } from "../observability/place.ts";
import type { World } from "../world.ts";
import type { PlacedAlert } from "./evaluation.ts";

/** What can be set of an alert by the controls. */
export const AlertSettings = z.strictObject({
  name: z.string().min(1).optional(),
  message: z.string().optional(),
  note: z.string().optional(),
  threshold: z.number().optional(),
  thresholdMax: z.number().optional(),
  thresholdType: z.string().optional(),
  interval: z
    .string()
    .regex(/^\d+[mhd]$/)
    .optional(),
  webhookId: z.string().optional(),
  /** What a saved search found, line by line. */
  lines: z.array(z.string()).optional(),
  /** What the API says in place of the state. */
  saidState: z.string().optional(),
});
type AlertSettings = z.output<typeof AlertSettings>;

/** A new alert: on the first tile of the place's first dashboard, or on a saved search. */
export const NewAlert = AlertSettings.required({ name: true }).extend({
  source: z.enum(["tile", "saved_search"]).default("tile"),
  place: z.string().default(standalonePlace),
});

/** Makes an alert in its place. */
export function addAlert(
  { observability, clock }: World,
  { place: placeId, source, ...settings }: z.output<typeof NewAlert>,
): PlacedAlert {
  const place = observability.place(placeId);
  const [dashboard] = place.dashboards.values();
  const tileId = dashboard?.tiles?.[0]?.id ?? undefined;
  const id = randomBytes(12).toString("hex");
  const on =
    source === "tile"
      ? { dashboardId: dashboard?.id, tileId }
      : { savedSearchId: randomBytes(12).toString("hex") };
  const usual = { message: "", threshold: 5, thresholdType: "above", interval: "1m" };
  const { webhookId = "", ...given } = settings;
  const channel = { type: "webhook", webhookId };
  const alert = evaluatedAlert({ ...usual, ...given, ...on, source, id, channel }, clock.now());
  place.alerts.set(id, alert);
  return { alert, place };
}

/** Changes what is named; the rest stays as it is. */
export function setAlert({ alert }: PlacedAlert, { webhookId, ...settings }: AlertSettings, now: Date): void {
  Object.assign(alert, settings, { updatedAt: now.toISOString() });
  if (webhookId !== undefined) alert.channel = { type: "webhook", webhookId };
}
