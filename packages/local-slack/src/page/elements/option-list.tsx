import { type CSSProperties, useEffect, useRef } from "react";
import type { OptionData, OptionGroup } from "../blocks/block-kit.ts";
import { PlainText, Text } from "../blocks/text.tsx";
import { CheckIcon } from "../styles/icons.tsx";
import { keyed } from "../styles/keyed.ts";

interface OptionListProps {
  id: string;
  place: CSSProperties;
  groups: OptionGroup[];
  note: string | undefined;
  /** The position of the marked option among all shown ones. */
  active: number;
  many: boolean;
  isChosen: (option: OptionData) => boolean;
  onPoint: (position: number) => void;
  onPick: (option: OptionData) => void;
}

/** The id of an option's row, for `aria-activedescendant`. */
export const optionId = (listId: string, position: number) => `${listId}-${position}`;

/** The open list of a combobox. */
export function OptionList({ id, place, groups, note, ...rows }: OptionListProps) {
  const starts = groups.map(
    (_, position) => groups.slice(0, position).flatMap(({ options }) => options).length,
  );
  const isEmpty = groups.every(({ options }) => options.length === 0);
  const message = note ?? (isEmpty ? "No results" : undefined);
  return (
    // The focus stays in the input while the list is clicked.
    <div className="popup option-list" style={place} onMouseDown={(event) => event.preventDefault()}>
      {message && (
        <p className="option-note" role="status">
          {message}
        </p>
      )}
      <div role="listbox" id={id} aria-label="Options" aria-multiselectable={rows.many || undefined}>
        {keyed(groups).map(({ item, place }) => (
          <OptionGroupView
            key={place}
            listId={id}
            group={item}
            start={starts[Number(place)] ?? 0}
            {...rows}
          />
        ))}
      </div>
    </div>
  );
}

type RowProps = Omit<OptionListProps, "id" | "place" | "groups" | "note">;

function OptionGroupView({
  listId,
  group,
  start,
  ...rows
}: RowProps & { listId: string; group: OptionGroup; start: number }) {
  const options = group.options.map((option, position) => (
    <OptionRow
      key={option.value}
      id={optionId(listId, start + position)}
      option={option}
      position={start + position}
      {...rows}
    />
  ));
  if (!group.label) return options;
  return (
    <div role="group" aria-label={group.label.text}>
      <div className="option-group-label" aria-hidden="true">
        <PlainText text={group.label.text} />
      </div>
      {options}
    </div>
  );
}

function OptionRow({
  id,
  option,
  position,
  active,
  isChosen,
  onPoint,
  onPick,
}: RowProps & { id: string; option: OptionData; position: number }) {
  const row = useRef<HTMLDivElement>(null);
  const marked = position === active;
  useEffect(() => {
    if (marked) row.current?.scrollIntoView({ block: "nearest" });
  }, [marked]);
  const pick = (event: { stopPropagation(): void }) => {
    event.stopPropagation();
    onPick(option);
  };
  return (
    <div
      ref={row}
      id={id}
      role="option"
      className={`option${marked ? " option-active" : ""}`}
      aria-selected={isChosen(option)}
      onMouseMove={() => onPoint(position)}
      onClick={pick}
    >
      <span className="option-text">
        <Text text={option.text} />
        {option.description && (
          <small>
            <Text text={option.description} />
          </small>
        )}
      </span>
      {isChosen(option) && <CheckIcon />}
    </div>
  );
}
