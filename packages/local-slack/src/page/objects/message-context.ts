import { createContext, useContext } from "react";

/** The message around a card. */
export const MessageOf = createContext<{ channel?: string; ts?: string }>({});

/** The message around a card. Empty in a composer. */
export function useMessageOf(): { channel?: string; ts?: string } {
  return useContext(MessageOf);
}
