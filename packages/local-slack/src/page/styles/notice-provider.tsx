import { type ReactNode, useEffect, useState } from "react";
import { CrossIcon } from "./icons.tsx";
import { NoticeContext } from "./notice-context.ts";

const shownMs = 8000;

/** Shows the sentences of the components below it, for a while or until they are dismissed. */
export function NoticeProvider({ children }: { children: ReactNode }) {
  const [sentence, tell] = useState("");
  useEffect(() => {
    if (sentence === "") return;
    const timer = setTimeout(() => tell(""), shownMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <NoticeContext value={tell}>
      {children}
      {sentence !== "" && (
        <div className="notice" role="alert">
          <span>{sentence}</span>
          <button type="button" className="icon-button" aria-label="Dismiss notice" onClick={() => tell("")}>
            <CrossIcon />
          </button>
        </div>
      )}
    </NoticeContext>
  );
}
