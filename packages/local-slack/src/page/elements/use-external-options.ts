import { useRef, useState } from "react";
import type { OptionGroup } from "../blocks/block-kit.ts";
import type { Field } from "./use-field.ts";

const debounceMs = 250;

// https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element#external_select
const defaultMinQueryLength = 3;

interface ExternalOptions {
  groups: OptionGroup[];
  /** Shown in the list instead of options. */
  note: string | undefined;
  /** Called with each typed text, and with null when the list closes. */
  ask: (query: string | null) => void;
}

type Found = Pick<ExternalOptions, "groups" | "note">;

/** Asks the app for an external select's options while a person types. Drops late answers to old queries. */
export function useExternalOptions(field: Field): ExternalOptions {
  const shortest = field.element.min_query_length ?? defaultMinQueryLength;
  const [found, setFound] = useState<Found>({ groups: [], note: undefined });
  const asked = useRef<{ timer: ReturnType<typeof setTimeout> | undefined }>({ timer: undefined });
  const ask = (query: string | null) => {
    clearTimeout(asked.current.timer);
    const turn = { timer: undefined as ReturnType<typeof setTimeout> | undefined };
    asked.current = turn;
    if (query === null) return;
    if (query.length < shortest) return setFound({ groups: [], note: typeMore(shortest) });
    setFound({ groups: [], note: "Loading…" });
    const fetchOptions = async () => {
      const answer = await optionsOrProblem(field, query);
      if (asked.current === turn) setFound(answer);
    };
    turn.timer = setTimeout(() => void fetchOptions(), query === "" ? 0 : debounceMs);
  };
  return { ...found, ask };
}

async function optionsOrProblem(field: Field, query: string): Promise<Found> {
  try {
    return { groups: await field.options(query), note: undefined };
  } catch (error) {
    return { groups: [], note: error instanceof Error ? error.message : String(error) };
  }
}

function typeMore(shortest: number): string {
  return shortest === 1 ? "Type to search" : `Type at least ${shortest} characters to search`;
}
