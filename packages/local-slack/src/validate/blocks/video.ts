import { z } from "zod";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { plainText } from "../text.ts";
import { secureUrl, webUrl } from "../url.ts";

// https://docs.slack.dev/reference/block-kit/blocks/video-block: title "less than 200", author "less than 50" characters
/** An embedded video. */
export const video: BlockKind = {
  type: "video",
  surfaces: everywhere,
  schema: () =>
    blockObject("video", {
      alt_text: z.string().min(1).max(2000),
      title: plainText(199),
      thumbnail_url: webUrl,
      video_url: secureUrl,
      title_url: secureUrl.optional(),
      description: plainText(200).optional(),
      author_name: z.string().max(49).optional(),
      provider_name: z.string().optional(),
      provider_icon_url: webUrl.optional(),
    }),
};
