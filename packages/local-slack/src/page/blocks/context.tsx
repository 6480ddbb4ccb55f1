import { keyed } from "../styles/keyed.ts";
import type { BlockData, ElementData } from "./block-kit.ts";
import { ImageElement } from "./image.tsx";
import { Text } from "./text.tsx";

/** Small print: texts and little images in a row. */
export function ContextBlock({ block }: { block: BlockData }) {
  return (
    <div className="context-block">
      {keyed(block.elements ?? []).map(({ item, place }) => (
        <ContextItem key={place} element={item} />
      ))}
    </div>
  );
}

/** A context's texts are text objects. Only their type distinguishes them. */
function ContextItem({ element }: { element: ElementData }) {
  if (element.type === "image") return <ImageElement image={element} />;
  const text = typeof element.text === "string" ? element.text : "";
  return (
    <span className="context-text">
      <Text text={{ type: element.type === "mrkdwn" ? "mrkdwn" : "plain_text", text }} />
    </span>
  );
}
