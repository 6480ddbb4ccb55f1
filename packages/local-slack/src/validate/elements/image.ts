import { z } from "zod";
import { slackFile } from "../composition.ts";
import { everywhere, type ElementKind } from "../surface.ts";
import { webUrl } from "../url.ts";

/** The fields of every picture: an alternative text, and its source. */
export const picture = {
  // https://docs.slack.dev/reference/block-kit/blocks/image-block
  alt_text: z.string().min(1).max(2000),
  image_url: webUrl.optional(),
  slack_file: slackFile.optional(),
};

/** Refuses a picture with no source or with two. */
export function hasOneSource(
  image: { image_url?: unknown; slack_file?: unknown },
  context: z.RefinementCtx,
): void {
  if ((image.image_url === undefined) !== (image.slack_file === undefined)) return;
  context.addIssue({ code: "custom", message: "must define either `image_url` or `slack_file`" });
}

/** A picture within another block. */
export const imageSchema = z.strictObject({ type: z.literal("image"), ...picture }).superRefine(hasOneSource);

/** A picture beside a section's text. */
export const image: ElementKind = {
  type: "image",
  heldBy: ["section"],
  surfaces: everywhere,
  schema: imageSchema,
};
