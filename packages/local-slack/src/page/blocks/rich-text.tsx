import { keyed } from "../styles/keyed.ts";
import type { BlockData, ElementData } from "./block-kit.ts";
import { CodeBlock } from "./code-block.tsx";
import { LibraryBlock } from "./library-block.tsx";

/** Rich text. Preformatted passages can be copied, and the library draws all others. */
export function RichTextBlock({ block }: { block: BlockData }) {
  return (
    <div className="rich-text-block">
      {keyed(passages(block.elements ?? [])).map(({ item, place }) =>
        item.code === undefined ? (
          <LibraryBlock key={place} block={{ ...block, elements: item.elements }} />
        ) : (
          <CodeBlock key={place} text={item.code} />
        ),
      )}
    </div>
  );
}

/** Groups the passages between preformatted ones, because the library spaces them itself. */
function passages(elements: ElementData[]): { elements: ElementData[]; code?: string }[] {
  const groups: { elements: ElementData[]; code?: string }[] = [];
  for (const element of elements) {
    const last = groups.at(-1);
    if (element.type === "rich_text_preformatted") groups.push({ elements: [], code: textIn(element) });
    else if (last && last.code === undefined) last.elements.push(element);
    else groups.push({ elements: [element] });
  }
  return groups;
}

/** The text of a preformatted passage, with links as their texts or addresses. */
function textIn({ elements = [] }: ElementData): string {
  return elements.map(({ text, url }) => text ?? url ?? "").join("");
}
