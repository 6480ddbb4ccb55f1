import { type MouseEvent, useId, useRef } from "react";
import type { OptionData, OptionGroup } from "../blocks/block-kit.ts";
import { ChevronIcon, CrossIcon } from "../styles/icons.tsx";
import { Chips } from "./chips.tsx";
import { OptionList, optionId } from "./option-list.tsx";
import { narrowed } from "./narrow-options.ts";
import { useCombobox } from "./use-combobox.ts";
import type { Field } from "./use-field.ts";
import { usePopup } from "./use-popup.ts";

interface ComboboxProps {
  field: Field;
  chosen: OptionData[];
  groups: OptionGroup[];
  /** Shown in the list instead of options. */
  note?: string | undefined;
  /** True if typing narrows the groups here. The app of an external select narrows them itself. */
  narrow?: boolean;
  onQuery?: (query: string | null) => void;
  /** Gets one option or null, or a list for a multi-select. */
  onChoose: (value: OptionData | OptionData[] | null) => void;
}

/** A select menu that can be typed into, for one option or for many. */
export function Combobox({ field, chosen, groups, note, narrow = false, onQuery, onChoose }: ComboboxProps) {
  const { element, attributes, clearable } = field;
  const listId = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const many = element.type.startsWith("multi_");
  const shown = (query: string) => (narrow ? narrowed(groups, query) : groups);
  const isChosen = (option: OptionData) => chosen.some(({ value }) => value === option.value);
  const remove = (option: OptionData) => onChoose(chosen.filter(({ value }) => value !== option.value));
  const isFull = chosen.length >= (element.max_selected_items ?? Infinity);
  const addOrRemove = (option: OptionData) => {
    if (isChosen(option)) remove(option);
    else if (!isFull) onChoose([...chosen, option]);
  };
  const combobox = useCombobox({
    optionsFor: (query) => shown(query).flatMap(({ options }) => options),
    firstActive: groups.flatMap(({ options }) => options).findIndex(isChosen),
    onPick: many ? addOrRemove : onChoose,
    onTakeBack: () => {
      if (many) onChoose(chosen.slice(0, -1));
      else if (clearable && !combobox.open) onChoose(null);
    },
    onQuery,
    staysOpen: many,
  });
  const place = usePopup(box, combobox.open);
  const clear = (event: MouseEvent) => {
    event.stopPropagation();
    onChoose(null);
  };
  const enter = () => {
    input.current?.focus();
    combobox.show();
  };
  const single = many ? undefined : chosen[0];
  const prompt =
    single?.text.text ?? (many && chosen.length > 0 ? "" : (element.placeholder?.text ?? "Choose…"));
  return (
    <div className={`combobox${single ? " combobox-chosen" : ""}`} ref={box} onClick={enter}>
      {many && <Chips chosen={chosen} onRemove={remove} />}
      <input
        {...attributes}
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={combobox.open}
        aria-controls={combobox.open ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          combobox.options.length > 0 && combobox.open ? optionId(listId, combobox.active) : undefined
        }
        placeholder={prompt}
        value={combobox.open ? combobox.query : (single?.text.text ?? "")}
        onChange={(event) => combobox.type(event.target.value)}
        onKeyDown={combobox.onKeyDown}
        onBlur={combobox.hide}
      />
      {clearable && single && (
        <button type="button" className="combobox-clear" aria-label="Clear selection" onClick={clear}>
          <CrossIcon />
        </button>
      )}
      <ChevronIcon />
      {combobox.open && (
        <OptionList
          id={listId}
          place={place}
          groups={shown(combobox.query)}
          note={isFull && many ? `You can choose ${element.max_selected_items} at most` : note}
          active={combobox.active}
          many={many}
          isChosen={isChosen}
          onPoint={combobox.setActive}
          onPick={combobox.pick}
        />
      )}
    </div>
  );
}
