import type { Button } from "@slack/types";
import { z } from "zod";
import { truncate } from "../../lib/text.ts";
import { JsonText } from "../../lib/json.ts";
import { actions, button } from "../blocks/button.ts";
import { askedButton, commandButton } from "../blocks/command-button.ts";
import { limits } from "../blocks/limits.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Action } from "../forms/interaction.ts";
import type { Meaning } from "./meaning.ts";
import { inPlainWords, inWords } from "./say.ts";
import * as texts from "./texts.ts";

const actionId = "ask-not-this";
// A button's value holds 2,000 characters.
const longestLine = 400;
const mostButtons = 3;

/** What else a sentence may mean. A click runs the line through the usual checks, so it proves nothing. */
const Others = z.array(z.tuple([z.string().max(100), z.string().max(longestLine)])).max(mostButtons);

/** The button that takes a reading back. It carries the other readings, and not the sentence. */
export function notThisButton(others: readonly Meaning[]): Button {
  const pairs = others
    .filter(({ line }) => line.length <= longestLine)
    .slice(0, mostButtons)
    .map((each): [string, string] => [labelOf(each), each.line]);
  return button({ text: texts.notThis, actionId, value: JSON.stringify(pairs) });
}

/** The buttons for readings. */
export function meaningButtons(meanings: readonly Meaning[]): Button[] {
  return meanings.slice(0, mostButtons).map((each) => askedButton(labelOf(each), each.line));
}

function labelOf(meaning: Meaning): string {
  return truncate(inPlainWords(meaning), limits.button.text);
}

/** Says what would change, with the button that does it. */
export function card(meant: Meaning, others: readonly Meaning[]): Reply {
  const text = texts.asksFirst(inWords(meant), meant.line);
  const doIt = askedButton(meant.entry.opens ? texts.open : texts.doIt, meant.line);
  return reply(text, [
    section(text),
    actions([
      meant.entry.effect === "destroy" ? { ...doIt, style: "danger" } : { ...doIt, style: "primary" },
      notThisButton(others),
    ]),
  ]);
}

/** Says what else the sentence may have meant. */
export const notThis: Action = {
  actionId,
  access: "viewer",
  isQuick: true,
  replaces: true,
  async run({ value }) {
    const others = JsonText.pipe(Others).safeParse(value).data ?? [];
    const buttons = others.map(([label, line]) => askedButton(label, line));
    return say(others.length > 0 ? texts.whatThen : texts.sayItAgain, [
      ...buttons,
      commandButton(texts.help, "help"),
    ]);
  },
};
