import { type KeyboardEvent, useState } from "react";
import type { OptionData } from "../blocks/block-kit.ts";

interface ComboboxInput {
  /** The shown options, in order. */
  optionsFor: (query: string) => OptionData[];
  /** The position to begin at when the list opens. */
  firstActive: number;
  onPick: (option: OptionData) => void;
  /** Backspace in an empty input. */
  onTakeBack: () => void;
  onQuery?: ((query: string | null) => void) | undefined;
  staysOpen: boolean;
}

/** The behaviour of a combobox: the open list, the typed text, the marked option, and the keys. */
export function useCombobox(input: ComboboxInput) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const options = input.optionsFor(query);

  const type = (text: string) => {
    setQuery(text);
    setOpen(true);
    setActive(0);
    input.onQuery?.(text);
  };
  const show = () => {
    if (open) return;
    type("");
    setActive(Math.max(0, input.firstActive));
  };
  const hide = () => {
    setOpen(false);
    setQuery("");
    input.onQuery?.(null);
  };
  const pick = (option: OptionData | undefined) => {
    if (!option) return;
    input.onPick(option);
    if (input.staysOpen) type("");
    else hide();
  };

  const openKeys: Record<string, () => void> = {
    ArrowDown: () => setActive((active + 1) % Math.max(1, options.length)),
    ArrowUp: () => setActive((active - 1 + options.length) % Math.max(1, options.length)),
    Enter: () => pick(options[active]),
    Escape: hide,
  };
  const closedKeys: Record<string, () => void> = { ArrowDown: show, ArrowUp: show, Enter: show };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Tab" && open && query !== "") pick(options[active]);
    if (event.key === "Backspace" && query === "") input.onTakeBack();
    const action = (open ? openKeys : closedKeys)[event.key];
    if (!action) return;
    // Keys of the list must reach neither the form (Enter) nor the dialog (Escape).
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return { open, query, active, options, setActive, type, show, hide, pick, onKeyDown };
}
