import type { Sender } from "./sender.ts";
import { partsOf, textIn, titleAndBody } from "./reading/text.ts";
import { isTest } from "./reading/state.ts";

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

    const said = titleAndBody(parts);
    const times = { startsAt, endsAt, hasWindow: true };
    const test = isTest({ id, title: said.title, states: [state] });
    return [{ id, ...said, states: [state], link, ...times, isObserved: true, isTest: test }];
  },
};
