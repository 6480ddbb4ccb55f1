import { randomBytes } from "node:crypto";
import { z } from "zod";
import { standaloneTarget } from "../observability/observability.ts";
import { evaluatedAlert } from "../observability/target.ts";
import type { World } from "../world.ts";
import type { TargetAlert } from "./evaluation.ts";

/** The settings of an alert in the controls. */
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
  /** The lines that a saved search found. */
  lines: z.array(z.string()).optional(),
  /** A state that the API returns in place of the real one. */
  saidState: z.string().optional(),
});
type AlertSettings = z.output<typeof AlertSettings>;

/** A new alert: on a tile, by default the first one of the first dashboard, or on a saved search. */
export const NewAlert = AlertSettings.required({ name: true }).extend({
  source: z.enum(["tile", "saved_search"]).default("tile"),
  /** The tile's name. */
  tile: z.string().optional(),
  /** The saved search's id. */
  search: z.string().optional(),
  place: z.string().default(standaloneTarget),
});

/** Creates an alert in its target. */
export function addAlert(
  { observability, clock }: World,
  { place: targetId, source, tile, search, ...settings }: z.output<typeof NewAlert>,
): TargetAlert {
  const target = observability.target(targetId);
  const [shown] = [...target.dashboards.values()].flatMap(({ id: dashboardId, tiles }) =>
    (tiles ?? [])
      .filter(({ name }) => tile === undefined || name === tile)
      .map(({ id: tileId }) => ({ dashboardId, tileId: tileId ?? undefined })),
  );
  const id = randomBytes(12).toString("hex");
  const on = source === "tile" ? shown : { savedSearchId: search ?? randomBytes(12).toString("hex") };
  const usual = { message: "", threshold: 5, thresholdType: "above", interval: "1m" };
  const { webhookId = "", ...given } = settings;
  const channel = { type: "webhook", webhookId };
  const alert = evaluatedAlert({ ...usual, ...given, ...on, source, id, channel }, clock.now());
  target.alerts.set(id, alert);
  return { alert, target };
}

/** Changes the given settings, and keeps the others. */
export function setAlert({ alert }: TargetAlert, { webhookId, ...settings }: AlertSettings, now: Date): void {
  Object.assign(alert, settings, { updatedAt: now.toISOString() });
  if (webhookId !== undefined) alert.channel = { type: "webhook", webhookId };
}
