import { useRef, useState } from "react";
import type { OptionData } from "../blocks/block-kit.ts";
import { openLink } from "../blocks/open-link.ts";
import { Text } from "../blocks/text.tsx";
import { MoreIcon } from "../styles/icons.tsx";
import { MenuItems } from "./menu-items.tsx";
import { usePopup } from "./use-popup.ts";
import type { Field } from "./use-field.ts";

/** The "…" menu of a message or a section. */
export function OverflowMenu({ field }: { field: Field }) {
  const { element, attributes } = field;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = usePopup(button, open, { align: "end", width: 220 });
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pick = (option: OptionData) => {
    leave();
    void field.activate({ type: element.type, selected_option: option }, () => openLink(option.url));
  };
  return (
    <span className="overflow">
      <button
        type="button"
        {...attributes}
        ref={button}
        className="button button-plain button-square"
        aria-label={element.accessibility_label ?? "More actions"}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      {open && (
        <MenuItems label="More actions" place={place} onLeave={leave} onBlur={() => setOpen(false)}>
          {(element.options ?? []).map((option) => (
            <button type="button" role="menuitem" key={option.value} onClick={() => pick(option)}>
              <Text text={option.text} />
            </button>
          ))}
        </MenuItems>
      )}
    </span>
  );
}
