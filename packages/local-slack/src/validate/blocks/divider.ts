import { blockObject, everywhere, type BlockKind } from "../surface.ts";

/** A line across. */
export const divider: BlockKind = {
  type: "divider",
  surfaces: everywhere,
  schema: () => blockObject("divider", {}),
};
