import { createContext, useContext } from "react";
import type { ConfirmData } from "../blocks/block-kit.ts";

/** Resolves to true at once if there is nothing to confirm. */
export type AskConfirmation = (confirm: ConfirmData | undefined) => Promise<boolean>;

export const ConfirmContext = createContext<AskConfirmation | null>(null);

/** Asks the person before something is done. */
export function useConfirm(): AskConfirmation {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm is used outside of ConfirmProvider");
  return ask;
}
