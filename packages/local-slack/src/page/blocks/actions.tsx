import type { BlockData } from "./block-kit.ts";
import { ElementInBlock } from "./element-in-block.tsx";

/** A row of buttons, selects and pickers. */
export function ActionsBlock({ block }: { block: BlockData }) {
  return (
    <div className="actions-block">
      {(block.elements ?? []).map((element, position) => (
        <ElementInBlock key={element.action_id ?? position} blockId={block.block_id} element={element} />
      ))}
    </div>
  );
}
