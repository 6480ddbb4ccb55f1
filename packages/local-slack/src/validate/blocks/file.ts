import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/blocks/file-block
/** A remote file, shown in messages. */
export const file: BlockKind = {
  type: "file",
  surfaces: ["message"],
  schema: () => blockObject("file", { external_id: z.string().min(1), source: z.enum(["remote"]) }),
};
