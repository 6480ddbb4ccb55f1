import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";
import { anyText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/alert-block
/** A coloured line of 200 characters, in modals only. */
export const alert: BlockKind = {
  type: "alert",
  surfaces: ["modal"],
  schema: () =>
    blockObject("alert", {
      text: anyText(200),
      level: z.enum(["default", "info", "warning", "error", "success"]).optional(),
    }),
};
