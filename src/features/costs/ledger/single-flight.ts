/** Work under way in this process, by name: who wants the same at the same time shares it, its failure included. */
export interface Flights {
  share(name: string, begin: () => Promise<void>): Promise<void>;
}

/** Nothing under way yet anywhere; answers what is under way at one place, for all who come to share. */
export function createFlights(): (place: string) => Flights {
  const underWay = new Map<string, Promise<void>>();
  return (place) => ({
    share(name, begin) {
      const key = `${place} ${name}`;
      const same = underWay.get(key);
      if (same) return same;
      const flight = begin().finally(() => underWay.delete(key));
      underWay.set(key, flight);
      return flight;
    },
  });
}
