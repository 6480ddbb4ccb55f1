import { z } from "zod";
import { channel, hook, inChannel } from "../../../platform/commands/arguments.ts";
import { entry } from "../../../platform/commands/entry.ts";
import { noiseAsks } from "./asks.ts";
import { NoiseData } from "./data.ts";

const ofHook = hook.optional();
const here = channel.optional();

/** What can be asked for about the noise of alerts. */
export const noiseEntries = {
  noise: entry({
    asks: noiseAsks.show,
    name: "alerts_noise",
    title: "Noise of alerts",
    summary: "Counts by rule what fired in a week, and what no one acted on.",
    effect: "read",
    args: z.object({
      hook: ofHook,
      week: z.enum(["last week"]).optional().describe("By default, the present week"),
    }),
    words: ({ hook, week }) => ["alerts noise", hook, week],
    result: NoiseData,
  }),
  "noise-weekly": entry({
    asks: noiseAsks.weekly,
    name: "alerts_noise_weekly",
    title: "Noise report on Mondays",
    summary: "Posts the noise report in a channel every Monday.",
    effect: "change",
    args: z.object({ hook: ofHook, channel: here }),
    words: ({ hook, channel }) => ["alerts noise", hook, "weekly", inChannel(channel)],
  }),
  "noise-off": entry({
    asks: noiseAsks.off,
    name: "alerts_noise_off",
    title: "Stop the noise report",
    summary: "Stops the noise report that comes in a channel every Monday.",
    effect: "change",
    args: z.object({ hook: ofHook, channel: here }),
    words: ({ hook, channel }) => ["alerts noise", hook, "off", inChannel(channel)],
  }),
};
