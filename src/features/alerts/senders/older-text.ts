import type { Sender } from "./sender.ts";
import { partsOf, textIn, titleAndBody } from "./reading/text.ts";
import { isTest } from "./reading/state.ts";

const link = /^\s*https?:\/\/\S+\s*$/i;
const signed = /^\s*(?:🚨|✅)/u;
const unsigned = /^\s*Alert for "/;

/** Reads `title | body | link` of older versions. The sign before the title, if any, gives the state. */
export const olderText: Sender = {
  name: "older text",

  read(body) {
    const text = textIn(body);
    if (text === undefined || !(signed.test(text) || unsigned.test(text))) return undefined;
    const parts = partsOf(text);
    if (parts.length < 3 || !link.test(parts.at(-1) ?? "")) return undefined;
    const last = parts.pop();
    const said = titleAndBody(parts);
    // The oldest versions have no sign and never send a resolve.
    const assumedState = unsigned.test(text) ? ("firing" as const) : undefined;
    const test = isTest({ title: said.title, states: [] });
    return [{ ...said, assumedState, link: last, isObserved: true, isTest: test }];
  },
};
