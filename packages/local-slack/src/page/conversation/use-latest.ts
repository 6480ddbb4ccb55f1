import { useState } from "react";

// More than anyone reads, and few enough to draw quickly.
const atATime = 100;

/** The last hundred of a list, and a way to see earlier ones. */
export function useLatest<Item>(items: readonly Item[]): {
  latest: readonly Item[];
  earlier: number;
  showMore: () => void;
} {
  const [wanted, setWanted] = useState(atATime);
  const latest = items.slice(-wanted);
  return {
    latest,
    earlier: items.length - latest.length,
    showMore: () => setWanted(wanted + atATime),
  };
}
