import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";

interface MenuItemsProps {
  label: string;
  place: CSSProperties;
  /** Escape was pressed. */
  onLeave: () => void;
  /** The focus moved elsewhere. */
  onBlur: () => void;
  children: ReactNode;
}

/** An open menu. It takes the focus, arrows move in it, Escape leaves it. */
export function MenuItems({ label, place, onLeave, onBlur, children }: MenuItemsProps) {
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => itemsOf(menu.current)[0]?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onLeave();
    else if (!walk(menu.current, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusOut = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
  };
  return (
    <div
      ref={menu}
      className="popup menu"
      role="menu"
      aria-label={label}
      style={place}
      onKeyDown={onKeyDown}
      onBlur={onFocusOut}
    >
      {children}
    </div>
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

/** Moves the focus as a menu's keys do; false for any other key. */
function walk(menu: HTMLElement | null, key: string): boolean {
  const items = itemsOf(menu);
  const current = items.findIndex((item) => item === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[key];
  if (target === undefined) return false;
  items[target]?.focus();
  return true;
}
