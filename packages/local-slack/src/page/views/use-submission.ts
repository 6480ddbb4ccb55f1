import { useState } from "react";
import type { View } from "../../protocol.ts";
import { submit } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";
import type { StateValues } from "./state-values.ts";

type Errors = Record<string, string>;

/** Submitting one modal: the problems of fields, the number of refusals, and whether an answer is awaited. */
export function useSubmission(view: View) {
  const user = useNearWorld().me.id;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState({ errors: view.errors, times: 0 });
  const refuse = (errors: Errors) => setRefused(({ times }) => ({ errors, times: times + 1 }));
  const [told, setTold] = useState(view.errors);
  if (JSON.stringify(told) !== JSON.stringify(view.errors)) {
    setTold(view.errors);
    refuse(view.errors);
  }
  const busy = sending || view.busy;
  const send = async (valuesOf: () => Promise<StateValues>) => {
    if (busy) return;
    setProblem(undefined);
    setSending(true);
    const outcome = await submit({ user, viewId: view.id, state: { values: await valuesOf() } });
    setSending(false);
    const errors = "errors" in outcome ? outcome.errors : undefined;
    refuse(errors ?? {});
    if (!outcome.ok && !errors) setProblem(outcome.message);
  };
  /** A corrected field loses its problem. */
  const forget = (blockId: string) =>
    setRefused(({ errors, times }) => ({ errors: withoutKey(errors, blockId), times }));
  return { ...refused, busy, problem: problem ?? view.notice, send, forget, tell: setProblem };
}

function withoutKey(errors: Errors, key: string): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== key));
}
