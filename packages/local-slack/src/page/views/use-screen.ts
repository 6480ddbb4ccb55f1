import { useState } from "react";
import type { View } from "../../protocol.ts";

/** Changes when a view is replaced by another one without any of its inputs. */
export function useScreen(view: View): string {
  const inputs = inputsOf(view);
  const [screen, setScreen] = useState({ number: 1, inputs });
  if (screen.inputs.join() !== inputs.join()) {
    const goesOn = inputs.some((id) => screen.inputs.includes(id));
    setScreen(({ number }) => ({ number: goesOn ? number : number + 1, inputs }));
  }
  return String(screen.number);
}

function inputsOf({ blocks }: View): string[] {
  return blocks.filter(({ type }) => type === "input").map(({ block_id }) => String(block_id));
}
