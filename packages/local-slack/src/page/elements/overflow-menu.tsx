import type { OptionData } from "../blocks/block-kit.ts";
import { openLink } from "../blocks/open-link.ts";
import { Text } from "../blocks/text.tsx";
import { MoreIcon } from "../styles/icons.tsx";
import { MenuItems } from "./menu-items.tsx";
import { useMenu } from "./use-menu.ts";
import type { Field } from "./use-field.ts";

/** The "…" menu of a message or a section. */
export function OverflowMenu({ field }: { field: Field }) {
  const { element, attributes } = field;
  const menu = useMenu(element.accessibility_label ?? "More actions");
  const pick = (option: OptionData) => {
    menu.leave();
    void field.activate({ type: element.type, selected_option: option }, () => openLink(option.url));
  };
  return (
    <span className="overflow">
      <button type="button" {...attributes} {...menu.button} className="button button-plain button-square">
        <MoreIcon />
      </button>
      {menu.open && (
        <MenuItems {...menu.popup}>
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
