/** Work under way in this process, by name: who wants the same at the same time shares it, its failure included. */
export interface Flights {
  share(name: string, begin: () => Promise<void>): Promise<void>;
}

/** Nothing under way yet. */
export function createFlights(): Flights {
  const underWay = new Map<string, Promise<void>>();
  return {
    share(name, begin) {
      const same = underWay.get(name);
      if (same) return same;
      const flight = begin().finally(() => underWay.delete(name));
      underWay.set(name, flight);
      return flight;
    },
  };
}
