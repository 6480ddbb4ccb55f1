import { AlertIcon, CheckIcon } from "../styles/icons.tsx";
import type { BlockData } from "./block-kit.ts";
import { Text } from "./text.tsx";

/** A banner in a modal. Its level is its colour, and is in words for screen readers. */
export function AlertBlock({ block }: { block: BlockData }) {
  const level = block.level ?? "default";
  return (
    <div
      className={`alert-block alert-${level}`}
      role="note"
      aria-label={level === "default" ? "Note" : level}
    >
      {level === "success" ? <CheckIcon /> : <AlertIcon />}
      <div>{block.text && <Text text={block.text} />}</div>
    </div>
  );
}
