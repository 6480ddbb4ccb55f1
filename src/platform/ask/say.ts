import { escapeAroundTokens, escapeName } from "../blocks/escape.ts";
import type { Meaning } from "./meaning.ts";

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
