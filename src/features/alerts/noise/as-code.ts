import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../../platform/as-code/schedule-part.ts";
import { NoiseSchedule, mostReports, noiseKind } from "./schedule.ts";

const { connection: _connection, hookName, ...shape } = settingsOf(NoiseSchedule.shape);
const NoiseItem = strictly(z.object({ ...shape, hook: hookName }));

/** The weekly noise reports of channels as code. */
export const noiseAsCode = schedulePart({
  name: "noiseReports",
  noun: "weekly noise report",
  nouns: "weekly noise reports",
  places: { lists: ["alerts_noise"] },
  kind: noiseKind,
  item: NoiseItem,
  leftOut: { connection: "it needs none" },
  most: mostReports,
  keyOf: ({ channelId, hook }) => [channelId, hook ?? ""].join(" "),
  label: ({ channelId, hook }) => `${hook ?? "all hooks"} in ${channelId}`,
  itemOf(schedule) {
    const { connection: _none, hookName: hook, ...settings } = settingsOf(schedule);
    return { ...settings, hook };
  },
  scheduleOf: ({ owner, hook, ...item }, made) => ({
    ...item,
    ...made,
    kind: "noise" as const,
    connection: "",
    hookName: hook,
    createdBy: owner,
    state: {},
  }),
  changed: ({ id, createdAt, state, kind, connection }, { owner, hook, ...item }) => ({
    ...item,
    id,
    kind,
    connection,
    createdAt,
    state,
    hookName: hook,
    createdBy: owner,
  }),
});
