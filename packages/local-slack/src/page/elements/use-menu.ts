import { useRef, useState } from "react";
import { usePopup } from "./use-popup.ts";

/** A menu that a button opens. `button` are the button's properties, and `popup` those of its items. */
export function useMenu(label: string) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const place = usePopup(ref, open, { align: "end", width: 220 });
  const close = () => setOpen(false);
  /** Closes it, and the button has the focus again. */
  const leave = () => {
    close();
    ref.current?.focus();
  };
  return {
    open,
    close,
    leave,
    button: {
      ref,
      "aria-label": label,
      "aria-haspopup": "menu",
      "aria-expanded": open,
      onClick: () => setOpen(!open),
    },
    popup: { label, place, onLeave: leave, onBlur: close },
  } as const;
}
