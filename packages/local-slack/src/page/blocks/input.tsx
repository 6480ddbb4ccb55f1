import { useId } from "react";
import { ElementView } from "../elements/element-view.tsx";
import { type Dispatch, useField } from "../elements/use-field.ts";
import { AlertIcon } from "../styles/icons.tsx";
import type { BlockData, ElementData } from "./block-kit.ts";
import { PlainText } from "./text.tsx";

/** A labelled input with its hint and its problem, if there is one. */
export function InputBlock({ block, error }: { block: BlockData; error: string | undefined }) {
  const { element } = block;
  return element && <InputWithElement block={block} element={element} error={error} />;
}

function InputWithElement({
  block,
  element,
  error,
}: {
  block: BlockData;
  element: ElementData;
  error: string | undefined;
}) {
  const id = useId();
  const [labelId, hintId, errorId] = [`${id}-label`, `${id}-hint`, `${id}-error`];
  const describedBy = [block.hint && hintId, error && errorId].filter(Boolean).join(" ");
  const attributes = {
    id,
    "aria-labelledby": labelId,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error !== undefined || undefined,
    "aria-required": !block.optional || undefined,
  };
  const dispatch = dispatchOf(block, element);
  const field = useField({
    blockId: block.block_id,
    element,
    dispatch,
    attributes,
    clearable: block.optional,
  });
  return (
    <div className={`input-block${error ? " input-refused" : ""}`}>
      <label id={labelId} htmlFor={id} className="input-label">
        <PlainText text={block.label?.text ?? ""} />
        {block.optional && <span className="input-optional"> (optional)</span>}
      </label>
      <div data-field={block.block_id} data-focus-on-load={element.focus_on_load || undefined}>
        <ElementView field={field} />
      </div>
      {error && (
        <p id={errorId} className="input-error" role="alert">
          <AlertIcon />
          {error}
        </p>
      )}
      {block.hint && (
        <p id={hintId} className="input-hint">
          <PlainText text={block.hint.text} />
        </p>
      )}
    </div>
  );
}

/** https://docs.slack.dev/reference/block-kit/composition-objects/dispatch-action-configuration-object */
function dispatchOf(block: BlockData, element: ElementData): Dispatch {
  if (!block.dispatch_action) return { choice: false, enter: false, character: false };
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];
  return {
    choice: true,
    enter: triggers.includes("on_enter_pressed"),
    character: triggers.includes("on_character_entered"),
  };
}
