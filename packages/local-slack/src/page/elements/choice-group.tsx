import { useId } from "react";
import type { OptionData } from "../blocks/block-kit.ts";
import { Text } from "../blocks/text.tsx";
import { chosenOptions } from "./chosen.ts";
import type { Field } from "./use-field.ts";

/** Checkboxes or radio buttons, each with its description. */
export function ChoiceGroup({ field }: { field: Field }) {
  const { element, attributes } = field;
  const name = useId();
  const many = element.type === "checkboxes";
  const chosen = new Set(chosenOptions(field.value).map(({ value }) => value));
  const options = element.options ?? [];
  const toggle = (option: OptionData) => {
    if (!many) return field.choose(option);
    const without = options.filter(({ value }) => value !== option.value && chosen.has(value));
    return field.choose(chosen.has(option.value) ? without : keepOrder(options, [...without, option]));
  };
  return (
    <div className="choices" {...attributes} {...groupRole(many)}>
      {options.map((option) => (
        <label className="choice" key={option.value}>
          <input
            type={many ? "checkbox" : "radio"}
            name={name}
            checked={chosen.has(option.value)}
            onChange={() => toggle(option)}
          />
          <span>
            <Text text={option.text} />
            {option.description && (
              <small className="choice-description">
                <Text text={option.description} />
              </small>
            )}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Slack sends checked options in the order in which they are listed. */
function keepOrder(options: OptionData[], chosen: OptionData[]): OptionData[] {
  return options.filter((option) => chosen.includes(option));
}

/** ARIA does not allow a required or invalid group of checkboxes, so its label and error say it. */
function groupRole(many: boolean) {
  if (!many) return { role: "radiogroup" };
  return { role: "group", "aria-required": undefined, "aria-invalid": undefined };
}
