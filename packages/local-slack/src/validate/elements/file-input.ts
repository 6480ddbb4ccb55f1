import { z } from "zod";
import { elementObject, type ElementKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/file-input-element
/** An upload of 1 to 10 files, in modals only. */
export const fileInput: ElementKind = {
  type: "file_input",
  heldBy: ["input"],
  surfaces: ["modal"],
  schema: elementObject("file_input", {
    filetypes: z.array(z.string()).min(1).optional(),
    max_files: z.int().min(1).max(10).optional(),
  }),
};
