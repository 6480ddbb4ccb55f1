import { createContext, useContext } from "react";

/** Shows a sentence to the person at the foot of the window. */
export type Tell = (sentence: string) => void;

export const NoticeContext = createContext<Tell | null>(null);

/** Shows a problem outside of a modal. */
export function useTell(): Tell {
  const tell = useContext(NoticeContext);
  if (!tell) throw new Error("useTell is used outside of NoticeProvider");
  return tell;
}
