import { useCallback, useEffect, useState } from "react";

/** This window's location: the acting person, the open conversation (`home` for the app's Home tab), the thread. */
export interface WindowLocation {
  user: string | undefined;
  channel: string | undefined;
  thread: string | undefined;
}

/** The window's location, kept in the address for a reload and a second window. */
export function useLocation(): [WindowLocation, (change: Partial<WindowLocation>) => void] {
  const [current, setCurrent] = useState(readLocation);
  const move = useCallback(
    (change: Partial<WindowLocation>) => setCurrent((current) => ({ ...current, ...change })),
    [],
  );
  useEffect(() => history.replaceState(null, "", addressOf(current)), [current]);
  return [current, move];
}

function readLocation(): WindowLocation {
  const query = new URLSearchParams(location.search);
  const word = (name: string) => query.get(name) ?? undefined;
  return { user: word("user"), channel: word("channel"), thread: word("thread") };
}

function addressOf(current: WindowLocation): string {
  const words = Object.entries(current).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(words).toString()}`;
}
