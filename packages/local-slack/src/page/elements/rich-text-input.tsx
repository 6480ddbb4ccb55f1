import type { Field } from "./use-field.ts";

/** A rich text input without styles. The typed text becomes one section of a `rich_text` value. */
export function RichTextInput({ field }: { field: Field }) {
  const type = (text: string) => field.choose(text === "" ? null : richText(text));
  return (
    <textarea
      {...field.attributes}
      className="text-input"
      rows={4}
      placeholder={field.element.placeholder?.text}
      value={plainTextIn(field.value)}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function richText(text: string) {
  const section = { type: "rich_text_section", elements: [{ type: "text", text }] };
  return { type: "rich_text", elements: [section] };
}

/** All text within a `rich_text` value, its sections one below the other. */
function plainTextIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  if ("text" in value) return String(value.text);
  if (!("elements" in value) || !Array.isArray(value.elements)) return "";
  const isSection = "type" in value && value.type === "rich_text_section";
  return value.elements.map(plainTextIn).join(isSection ? "" : "\n");
}
