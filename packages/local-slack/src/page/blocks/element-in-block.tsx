import { ElementView } from "../elements/element-view.tsx";
import { useField } from "../elements/use-field.ts";
import type { ElementData } from "./block-kit.ts";

const always = { choice: true, enter: true, character: false };

interface ElementInBlockProps {
  blockId: string;
  element: ElementData;
  /** The text beside the element, which is its name for screen readers. */
  besideText?: string | undefined;
}

/** An element of an actions block or a section's accessory. The app gets every use. */
export function ElementInBlock({ blockId, element, besideText }: ElementInBlockProps) {
  const name = element.accessibility_label ?? element.placeholder?.text ?? besideText;
  const attributes = element.type === "button" ? {} : { "aria-label": name };
  const field = useField({ blockId, element, dispatch: always, attributes });
  return <ElementView field={field} />;
}
