import { useCallback, useEffect, useState } from "react";

/** This window's location: the acting person, the open conversation (`home` for the app's Home tab), the thread. */
export interface Place {
  user: string | undefined;
  channel: string | undefined;
  thread: string | undefined;
}

/** The window's location, kept in the address for a reload and a second window. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const [place, setPlace] = useState(readPlace);
  const move = useCallback((change: Partial<Place>) => setPlace((place) => ({ ...place, ...change })), []);
  useEffect(() => history.replaceState(null, "", addressOf(place)), [place]);
  return [place, move];
}

function readPlace(): Place {
  const query = new URLSearchParams(location.search);
  const word = (name: string) => query.get(name) ?? undefined;
  return { user: word("user"), channel: word("channel"), thread: word("thread") };
}

function addressOf(place: Place): string {
  const words = Object.entries(place).filter(([, value]) => value !== undefined);
  return `?${new URLSearchParams(words).toString()}`;
}
