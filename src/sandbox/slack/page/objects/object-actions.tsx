import { useRef, useState } from "react";
import type { Entity } from "../../protocol.ts";
import { readBlocks } from "../blocks/block-kit.ts";
import { ElementInBlock } from "../blocks/element-in-block.tsx";
import { openLink } from "../blocks/open-link.ts";
import { Text } from "../blocks/text.tsx";
import { MenuItems } from "../elements/menu-items.tsx";
import { useSurface } from "../elements/surface.ts";
import { usePopup } from "../elements/use-popup.ts";
import { MoreIcon } from "../styles/icons.tsx";

/** The actions of a Work Object: up to two buttons, and the others in a menu. */
export function ObjectActions({ entity, blocks }: { entity: Entity; blocks: readonly unknown[] }) {
  const [block] = readBlocks(blocks);
  const surface = useSurface();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = usePopup(button, open, { align: "end", width: 220 });
  if (!block) return null;
  const { primary_actions: primary = [] } = entity.entity_payload.actions ?? {};
  const elements = block.elements ?? [];
  const [buttons, menu] = [elements.slice(0, primary.length), elements.slice(primary.length)];
  return (
    <footer className="object-actions">
      {buttons.map((element) => (
        <ElementInBlock key={element.action_id} blockId={block.block_id} element={element} />
      ))}
      {menu.length > 0 && (
        <button
          type="button"
          ref={button}
          className="button button-plain button-square"
          aria-label="More actions"
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <MoreIcon />
        </button>
      )}
      {open && (
        <MenuItems
          label="More actions"
          place={place}
          onLeave={() => {
            setOpen(false);
            button.current?.focus();
          }}
          onBlur={() => setOpen(false)}
        >
          {menu.map((element) => (
            <button
              type="button"
              role="menuitem"
              key={`${element.action_id} ${element.value}`}
              onClick={() => {
                setOpen(false);
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
