import { createContext, useContext, useEffect, useState } from "react";

const minuteMs = 60_000;

/** The present to the minute, for "today" and "3 minutes ago". */
export const NowContext = createContext<Date | null>(null);

/** The present as the components around know it. */
export function useNow(): Date {
  const now = useContext(NowContext);
  if (!now) throw new Error("useNow is used outside of NowContext");
  return now;
}

/** The present, updated each minute. For its only provider. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
