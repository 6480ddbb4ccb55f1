import type { Button } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { truncate } from "../../lib/text.ts";
import { actions, button } from "../blocks/button.ts";
import { askedButton, commandButton } from "../blocks/command-button.ts";
import { codeWithTokens, escapeAroundTokens, escapeName } from "../blocks/escape.ts";
import { limits } from "../blocks/limits.ts";
import { type Reply, reply, say } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Action } from "../forms/interaction.ts";
import { type Meaning, kindsOf } from "./meaning.ts";

const actionId = "ask-not-this";
// A button's value holds 2,000 characters.
const longestLine = 400;
const mostButtons = 3;

/** What else a sentence may mean. A click runs the line through the usual checks, so it proves nothing. */
const Others = z.array(z.tuple([z.string().max(100), z.string().max(longestLine)])).max(mostButtons);

/** The button that takes a reading back. It carries the other readings, and not the sentence. */
function notThisButton(others: readonly Meaning[]): Button {
  const pairs = others
    .filter(({ line }) => line.length <= longestLine)
    .slice(0, mostButtons)
    .map((each): [string, string] => [labelOf(each), each.line]);
  return button({ text: "Not this", actionId, value: JSON.stringify(pairs) });
}

/** The buttons for readings. */
export function meaningButtons(meanings: readonly Meaning[]): Button[] {
  return meanings.slice(0, mostButtons).map((each) => askedButton(labelOf(each), each.line));
}

function labelOf(meaning: Meaning): string {
  return truncate(inPlainWords(meaning), limits.button.text);
}

/** What is said with the answer to a sentence. */
export function understoodAs(meant: Meaning, others: readonly Meaning[], leftOut: readonly string[] = []) {
  return { note: [inWords(meant), ...leftOutLine(leftOut)].join("\n"), undo: notThisButton(others) };
}

/** The words of a sentence that an answer doesn't use. */
function leftOutLine(words: readonly string[]): string[] {
  const all = words.slice(0, 5).map((each) => `“${escapeAroundTokens(truncate(each, 60))}”`);
  return all.length === 0 ? [] : [`I left out: ${all.join(", ")}.`];
}

/**
 * Says what would change and which words it leaves out, with the button that does it. `isLater` for what is about a
 * thing that another form creates first.
 */
export function card(
  meant: Meaning,
  others: readonly Meaning[],
  { leftOut = [], isLater = false }: { leftOut?: readonly string[]; isLater?: boolean } = {},
): Reply {
  const { effect, opens } = meant.entry;
  // Names in the words are bold already, and bold text can't hold them.
  const text = [
    `${inWords(meant)}?`,
    codeWithTokens(`/db ${meant.line}`),
    ...leftOutLine(leftOut),
    `Nothing has changed yet.${isLater ? " Click once it is created." : ""}`,
  ].join("\n");
  const label = leftOut.length > 0 ? "Do it without that" : opens ? "Open it" : "Yes, do it";
  const isPlain = leftOut.length > 0 || isLater;
  const style = effect === "destroy" ? "danger" : isPlain ? undefined : "primary";
  const doIt: Button = { ...askedButton(label, meant.line), ...(style && { style }) };
  return reply(text, [section(text), actions([doIt, notThisButton(others)])]);
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
    return say(
      buttons.length > 0 ? "OK. What did you mean?" : "OK. Say it in other words, or look at what I can do.",
      [...buttons, commandButton("Help", "help")],
    );
  },
};

/** A meaning in words, as mrkdwn: "Costs of *orders prod*, 16 to 22 Nov". */
export function inWords(meaning: Meaning): string {
  return said(meaning, (value, name) => {
    if (token.test(value)) return value;
    const isName = kindsOf(meaning.entry, name).some((kind) => kindsOfNames.has(kind));
    return isName ? `*${escapeName(value)}*` : escapeAroundTokens(value);
  });
}

/** A meaning in words, as plain text for a button. Slack's tokens mean nothing there. */
export function inPlainWords(meaning: Meaning): string {
  return said(meaning, (value) => (token.test(value) ? undefined : value.replace(labelled, "$1")));
}

const token = /^<(?:[#@]|!subteam\^)[A-Z0-9]+>$/;

const labelled = /<(?:[#@]|!subteam\^)[A-Z0-9]+\|([^<>|]+)>/g;

/** The pieces of a call's sentence that have all of their values. */
function said(
  { entry, shown }: Meaning,
  asText: (value: string, name: string) => string | undefined,
): string {
  const pieces = (entry.asks?.says ?? []).flatMap((piece) => {
    let isWhole = true;
    const text = piece.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = shown[name];
      const inText = value === undefined ? undefined : asText(value, name);
      isWhole &&= inText !== undefined;
      return inText ?? "";
    });
    return isWhole ? [text] : [];
  });
  return pieces.join("").trim() || entry.title;
}

const kindsOfNames = new Set<string>(["service", "hook", "preset", "dashboard", "connection"]);
