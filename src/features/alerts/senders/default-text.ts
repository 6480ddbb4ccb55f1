import type { Sender } from "./sender.ts";
import { partsOf, textIn, titleAndBody } from "./reading/text.ts";

const wordOrNone = /^[A-Za-z][A-Za-z _-]{0,39}$|^$/;
const timeOrNone = /^\d{9,19}$|^$/;
const idOrNone = /^[\w.:-]{1,200}$|^$/;
const linkOrNone = /^https?:\/\/\S+$|^\/\S*$|^$/i;

/**
 * Reads `title | body | link | state | startTime | endTime | eventId`, from the right, because title and body may hold
 * ` | ` too.
 */
export const defaultText: Sender = {
  name: "default text",

  read(body) {
    const text = textIn(body);
    if (text === undefined) return undefined;
    const parts = partsOf(text);
    if (parts.length < 7) return undefined;
    const [link = "", state = "", startsAt = "", endsAt = "", id = ""] = parts
      .splice(-5)
      .map((part) => part.trim());
    const isMine =
      linkOrNone.test(link) &&
      wordOrNone.test(state) &&
      timeOrNone.test(startsAt) &&
      timeOrNone.test(endsAt) &&
      idOrNone.test(id);
    if (!isMine || `${state}${startsAt}${endsAt}` === "") return undefined;

    return [
      {
        id,
        ...titleAndBody(parts),
        states: [state],
        link,
        startsAt,
        endsAt,
        hasWindow: true,
        isObserved: true,
      },
    ];
  },
};

const onlyLink = /^\s*https?:\/\/\S+\s*$/i;
const signed = /^\s*(?:🚨|✅)/u;
const unsigned = /^\s*Alert for "/;

/** Reads `title | body | link` of older versions. The sign before the title, if any, gives the state. */
export const olderText: Sender = {
  name: "older text",

  read(body) {
    const text = textIn(body);
    if (text === undefined || !(signed.test(text) || unsigned.test(text))) return undefined;
    const parts = partsOf(text);
    if (parts.length < 3 || !onlyLink.test(parts.at(-1) ?? "")) return undefined;
    const last = parts.pop();
    // The oldest versions have no sign and never send a resolve.
    const assumedState = unsigned.test(text) ? "firing" : undefined;
    return [{ ...titleAndBody(parts), assumedState, link: last, isObserved: true }];
  },
};
