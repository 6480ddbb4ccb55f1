import type { Sender } from "./sender.ts";
import { partsOf, textIn, titleAndBody } from "./reading/text.ts";
import { isTest } from "./reading/state.ts";

const link = /^\s*https?:\/\/\S+\s*$/i;
const signed = /^\s*(?:🚨|✅)/u;
const unsigned = /^\s*Alert for "/;

/** `title | body | link` of older versions, which told the state by the sign before the title alone, the oldest ones by nothing. */
export const olderText: Sender = {
  name: "older text",

  read(body) {
    const text = textIn(body);
    if (text === undefined || !(signed.test(text) || unsigned.test(text))) return undefined;
    const parts = partsOf(text);
    if (parts.length < 3 || !link.test(parts.at(-1) ?? "")) return undefined;
    const last = parts.pop();
    const said = titleAndBody(parts);
    // The oldest versions have no sign, and never say that something is over.
    const assumedState = unsigned.test(text) ? ("firing" as const) : undefined;
    const test = isTest({ title: said.title, states: [] });
    return [{ ...said, assumedState, link: last, isObserved: true, isTest: test }];
  },
};
