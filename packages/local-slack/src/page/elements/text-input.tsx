import type { KeyboardEvent } from "react";
import type { Field } from "./use-field.ts";

/** For keyboards of phones and password managers. We check values ourselves, with Slack's messages. */
const inputModes: Readonly<Record<string, "email" | "url" | "decimal">> = {
  email_text_input: "email",
  url_text_input: "url",
  number_input: "decimal",
};

/** A text, e-mail, address or number input. */
export function TextInput({ field }: { field: Field }) {
  const { element, attributes } = field;
  const shared = {
    ...attributes,
    className: "text-input",
    placeholder: element.placeholder?.text,
    value: typeof field.value === "string" ? field.value : "",
    autoComplete: "off",
  };
  if (element.multiline) {
    return <textarea {...shared} rows={4} onChange={(event) => field.type(event.target.value)} />;
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.nativeEvent.isComposing && field.enter()) event.preventDefault();
  };
  return (
    <input
      {...shared}
      type="text"
      inputMode={inputModes[element.type]}
      onChange={(event) => field.type(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}
