import type { OptionData } from "../blocks/block-kit.ts";
import { PlainText } from "../blocks/text.tsx";
import { CrossIcon } from "../styles/icons.tsx";

interface ChipsProps {
  chosen: OptionData[];
  onRemove: (option: OptionData) => void;
}

/** The chosen options of a multi-select, each with a button to remove it. */
export function Chips({ chosen, onRemove }: ChipsProps) {
  return chosen.map((option) => (
    <span className="chip" key={option.value}>
      <PlainText text={option.text.text} />
      <button
        type="button"
        aria-label={`Remove ${option.text.text}`}
        onClick={(event) => {
          event.stopPropagation();
          onRemove(option);
        }}
      >
        <CrossIcon />
      </button>
    </span>
  ));
}
