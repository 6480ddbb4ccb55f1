import { keyed } from "../styles/keyed.ts";
import type { BlockData } from "./block-kit.ts";
import { ElementInBlock } from "./element-in-block.tsx";
import { Text } from "./text.tsx";

/** Text, fields in two columns, and one element beside them. */
export function SectionBlock({ block }: { block: BlockData }) {
  const { text, fields, accessory } = block;
  return (
    <div className="section-block">
      <div className="section-text">
        {text && <Text text={text} />}
        {fields && (
          <div className="section-fields">
            {keyed(fields).map(({ item, place }) => (
              <div key={place}>
                <Text text={item} />
              </div>
            ))}
          </div>
        )}
      </div>
      {accessory && (
        <div className="section-accessory">
          <ElementInBlock blockId={block.block_id} element={accessory} besideText={text?.text} />
        </div>
      )}
    </div>
  );
}
