import { z } from "zod";
import { schedulePart } from "../../../platform/as-code/schedule-part.ts";
import { noiseKind } from "./schedule.ts";

const NoiseItem = z.strictObject({
  owner: z.string().min(1),
  channelId: z.string().min(1),
  hook: z.string().min(1).optional(),
  timeZone: z.string().min(1),
});

/** The weekly noise reports of channels as code. */
export const noiseAsCode = schedulePart({
  name: "noiseReports",
  noun: "weekly noise report",
  nouns: "weekly noise reports",
  places: { lists: ["alerts_noise"] },
  kind: noiseKind,
  item: NoiseItem,
  keyOf: ({ channelId, hook }) => [channelId, hook ?? ""].join(" "),
  label: ({ channelId, hook }) => `${hook ?? "all hooks"} in ${channelId}`,
  itemOf: ({ createdBy: owner, channelId, hookName: hook, timeZone }) => ({
    owner,
    channelId,
    hook,
    timeZone,
  }),
  scheduleOf: ({ owner, hook, ...item }, made) => ({
    ...item,
    ...made,
    kind: "noise" as const,
    connection: "",
    hookName: hook,
    createdBy: owner,
    state: {},
  }),
  changed: (schedule, { owner, hook, ...item }) => ({
    ...schedule,
    ...item,
    hookName: hook,
    createdBy: owner,
  }),
});
