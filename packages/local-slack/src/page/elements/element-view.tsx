import { ImageElement } from "../blocks/image.tsx";
import { ButtonElement } from "./button-element.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import { DateTimeInput, WallInput } from "./date-inputs.tsx";
import { FileInput } from "./file-input.tsx";
import { OverflowMenu } from "./overflow-menu.tsx";
import { RichTextInput } from "./rich-text-input.tsx";
import { SelectElement } from "./select-element.tsx";
import { TextInput } from "./text-input.tsx";
import type { Field } from "./use-field.ts";

/** Draws any element of Block Kit. An unknown one says so. */
export function ElementView({ field }: { field: Field }) {
  const { element } = field;
  switch (element.type) {
    case "button":
    case "workflow_button":
      return <ButtonElement field={field} />;
    case "overflow":
      return <OverflowMenu field={field} />;
    case "image":
      return <ImageElement image={element} />;
    case "checkboxes":
    case "radio_buttons":
      return <ChoiceGroup field={field} />;
    case "datepicker":
    case "timepicker":
      return <WallInput field={field} />;
    case "datetimepicker":
      return <DateTimeInput field={field} />;
    case "plain_text_input":
    case "email_text_input":
    case "url_text_input":
    case "number_input":
      return <TextInput field={field} />;
    case "rich_text_input":
      return <RichTextInput field={field} />;
    case "file_input":
      return <FileInput field={field} />;
    default:
      return element.type.endsWith("_select") ? (
        <SelectElement field={field} />
      ) : (
        <span className="unknown">This page cannot show “{element.type}” yet.</span>
      );
  }
}
