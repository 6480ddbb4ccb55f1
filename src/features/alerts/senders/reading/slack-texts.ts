import { firstText, isRecord, own, textOf } from "./fields.ts";

type Fields = Record<string, unknown>;

/** The objects in a list, and none where it is no list. */
export function recordsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The texts of a Slack block, those that are not blank; of buttons none. */
export function blockTexts(block: Fields): string[] {
  const type = own(block, "type");
  if (type === "actions" || type === "image") return [];
  const elements = recordsIn(own(block, "elements"));
  if (type === "rich_text") return elements.map(richText).filter(isSaid);
  return [own(block, "text"), ...recordsIn(own(block, "fields")), ...elements].map(objectText).filter(isSaid);
}

/** The texts of an attachment below its title, its blocks' included. */
export function attachmentTexts(attachment: Fields): string[] {
  const fields = recordsIn(own(attachment, "fields")).map((field) =>
    [textOf(own(field, "title")), textOf(own(field, "value"))].filter(isSaid).join(": "),
  );
  const texts = [textOf(own(attachment, "pretext")), textOf(own(attachment, "text")), ...fields].filter(
    isSaid,
  );
  return [...texts, ...recordsIn(own(attachment, "blocks")).flatMap(blockTexts)];
}

/** The address of the first button with one. */
export function buttonLink(blocks: readonly Fields[]): string {
  const buttons = blocks.flatMap((block) => [
    ...recordsIn(own(block, "elements")),
    ...recordsIn([own(block, "accessory")]),
  ]);
  return firstText(...buttons.map((button) => own(button, "url")));
}

/** A text object, or a text that stands in its place. */
function objectText(value: unknown): string {
  return isRecord(value) ? textOf(own(value, "text")) : textOf(value);
}

/** What the pieces of a rich text say, one after the other. */
function richText(element: Fields): string {
  const pieces = recordsIn(own(element, "elements"));
  if (pieces.length > 0) return pieces.map(richText).join("");
  return firstText(own(element, "text"), own(element, "url"), own(element, "name"));
}

function isSaid(text: string): boolean {
  return text.trim() !== "";
}
