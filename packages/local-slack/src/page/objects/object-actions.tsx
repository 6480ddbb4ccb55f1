import type { Entity } from "../../protocol.ts";
import { readBlocks } from "../blocks/block-kit.ts";
import { ElementInBlock } from "../blocks/element-in-block.tsx";
import { openLink } from "../blocks/open-link.ts";
import { Text } from "../blocks/text.tsx";
import { MenuItems } from "../elements/menu-items.tsx";
import { useSurface } from "../elements/surface.ts";
import { useMenu } from "../elements/use-menu.ts";
import { MoreIcon } from "../styles/icons.tsx";

/** The actions of a Work Object: up to two buttons, and the others in a menu. */
export function ObjectActions({ entity, blocks }: { entity: Entity; blocks: readonly unknown[] }) {
  const [block] = readBlocks(blocks);
  const surface = useSurface();
  const menu = useMenu("More actions");
  if (!block) return null;
  const { primary_actions: primary = [] } = entity.entity_payload.actions ?? {};
  const elements = block.elements ?? [];
  const [buttons, others] = [elements.slice(0, primary.length), elements.slice(primary.length)];
  return (
    <footer className="object-actions">
      {buttons.map((element) => (
        <ElementInBlock key={element.action_id} blockId={block.block_id} element={element} />
      ))}
      {others.length > 0 && (
        <button type="button" className="button button-plain button-square" {...menu.button}>
          <MoreIcon />
        </button>
      )}
      {menu.open && (
        <MenuItems {...menu.popup}>
          {others.map((element) => (
            <button
              type="button"
              role="menuitem"
              key={`${element.action_id} ${element.value}`}
              onClick={() => {
                menu.close();
                openLink(element.url);
                void surface.runAction(block.block_id, element, {
                  type: element.type,
                  value: element.value,
                  text: element.text,
                });
              }}
            >
              <Text text={element.text ?? { text: "" }} />
            </button>
          ))}
        </MenuItems>
      )}
    </footer>
  );
}
