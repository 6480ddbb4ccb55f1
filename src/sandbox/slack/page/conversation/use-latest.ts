import { useState } from "react";

// More than anybody looks at, and few enough to be drawn in a moment.
const atATime = 100;

/** The latest hundred of a list, and how to see more of what came before them. */
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
