import type { Button } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { truncate } from "../../lib/text.ts";
import { actions, button } from "../blocks/button.ts";
import { askedButton, commandButton } from "../blocks/command-button.ts";
import { escapeAroundTokens, escapeName } from "../blocks/escape.ts";
import { limits } from "../blocks/limits.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Action } from "../forms/interaction.ts";
import type { Meaning } from "./meaning.ts";
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

/** A meaning in words, as mrkdwn: "Costs of *orders prod*, 16 to 22 Nov". */
export function inWords({ entry, shown }: Meaning): string {
  return said(entry.asks?.says ?? [entry.title], (name) => {
    const value = shown[name];
    if (value === undefined) return undefined;
    if (token.test(value)) return value;
    return isName(entry, name) ? `*${escapeName(value)}*` : escapeAroundTokens(value);
  });
}

/** A meaning in words, as plain text for a button. Slack's tokens mean nothing there. */
export function inPlainWords({ entry, shown }: Meaning): string {
  return said(entry.asks?.says ?? [entry.title], (name) => {
    const value = shown[name];
    return value === undefined || token.test(value) ? undefined : value.replace(labelled, "$1");
  });
}

const token = /^<(?:[#@]|!subteam\^)[A-Z0-9]+>$/;

const labelled = /<(?:[#@]|!subteam\^)[A-Z0-9]+\|([^<>|]+)>/g;

/** The pieces that have all of their values. */
function said(pieces: readonly string[], valueOf: (name: string) => string | undefined): string {
  return pieces
    .flatMap((piece) => {
      let isWhole = true;
      const text = piece.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = valueOf(name);
        isWhole &&= value !== undefined;
        return value ?? "";
      });
      return isWhole ? [text] : [];
    })
    .join("")
    .trim();
}

const kindsOfNames = new Set(["service", "hook", "preset", "dashboard", "connection"]);

function isName({ asks }: Meaning["entry"], name: string): boolean {
  return [asks?.slots?.[name] ?? []]
    .flat()
    .some((slot) => typeof slot === "string" && kindsOfNames.has(slot));
}
