import { useState } from "react";
import { openLink } from "../blocks/open-link.ts";
import { Text } from "../blocks/text.tsx";
import type { Field } from "./use-field.ts";

/** A button. One with a url opens it, and the app still gets the click. */
export function ButtonElement({ field }: { field: Field }) {
  const { element, attributes } = field;
  const [busy, setBusy] = useState(false);
  const click = async () => {
    if (busy) return;
    await field.activate({ type: element.type, value: element.value, text: element.text }, () => {
      openLink(element.url);
      setBusy(true);
    });
    setBusy(false);
  };
  return (
    <button
      type="button"
      {...attributes}
      className={`button button-${element.style ?? "plain"}`}
      aria-label={element.accessibility_label}
      aria-busy={busy}
      onClick={() => void click()}
    >
      <Text text={element.text ?? { text: "" }} />
    </button>
  );
}
