import { z } from "zod";
import { byType } from "./by-type.ts";

// https://docs.slack.dev/reference/block-kit/composition-objects/text-object
const longestText = 3000;

/** A `plain_text` object of 1 to `max` characters. */
export function plainText(max: number = longestText) {
  return z.strictObject({
    type: z.literal("plain_text"),
    text: z.string().min(1).max(max),
    emoji: z.boolean().optional(),
  });
}

/** A `mrkdwn` object of 1 to `max` characters. */
export function mrkdwn(max: number = longestText) {
  return z.strictObject({
    type: z.literal("mrkdwn"),
    text: z.string().min(1).max(max),
    verbatim: z.boolean().optional(),
  });
}

/** A text object of either type, of 1 to `max` characters. */
export function anyText(max: number = longestText): z.ZodType {
  return byType([
    { type: "plain_text", schema: plainText(max) },
    { type: "mrkdwn", schema: mrkdwn(max) },
  ]);
}
