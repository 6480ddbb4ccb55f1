import { z } from "zod";
import { byType } from "../by-type.ts";
import { imageSchema } from "../elements/image.ts";
import { blockObject, type BlockKind, type Surface } from "../surface.ts";
import { anyText, plainText } from "../text.ts";
import { actions } from "./actions.ts";
import { context } from "./context.ts";
import { divider } from "./divider.ts";
import { file } from "./file.ts";
import { header } from "./header.ts";
import { image } from "./image.ts";
import { input } from "./input.ts";
import { richText, richTextSchema } from "./rich-text.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";
import { video } from "./video.ts";

const children: readonly BlockKind[] = [
  actions,
  context,
  divider,
  file,
  header,
  image,
  input,
  richText,
  section,
  table,
  video,
];

const childIn = (surface: Surface) =>
  byType(children.map((kind) => ({ type: kind.type, schema: kind.schema(surface) })));

// https://docs.slack.dev/reference/block-kit/blocks/container-block
/** A titled frame around up to 10 blocks of the simpler kinds. */
export const container: BlockKind = {
  type: "container",
  surfaces: ["message"],
  schema: (surface) =>
    blockObject("container", {
      title: plainText(150).optional(),
      rich_text_title: richTextSchema.optional(),
      subtitle: anyText(150).optional(),
      child_blocks: z.array(childIn(surface)).min(1).max(10),
      width: z.enum(["narrow", "standard", "wide", "full"]).optional(),
      icon: imageSchema.optional(),
      is_collapsible: z.boolean().optional(),
      default_collapsed: z.boolean().optional(),
      has_header_divider: z.boolean().optional(),
    })
      .refine((block) => block.title !== undefined || block.rich_text_title !== undefined, {
        message: "must define either `title` or `rich_text_title`",
      })
      .refine((block) => block.default_collapsed !== true || block.is_collapsible === true, {
        path: ["default_collapsed"],
        message: "must define `is_collapsible` to use `default_collapsed`",
      }),
};
