import { escapeName } from "../../../platform/blocks/escape.ts";
import { cutMrkdwn } from "../../../platform/blocks/limits.ts";

// Escaping makes a sign up to five times as long, and a message has room for few such texts.
const mostGrowth = 1.5;

/** A short text from elsewhere on one line of mrkdwn, of at most `maxLength` as it is and half as much again escaped. */
export function fromElsewhere(text: string, maxLength: number): string {
  return cutMrkdwn(escapeName(text, maxLength), maxLength * mostGrowth);
}

/** The same where the text is all there is to tell one thing from others: said to be missing where nothing of it shows. */
export function titleFromElsewhere(title: string, maxLength = 200): string {
  return fromElsewhere(title, maxLength) || "no title";
}

/** The same as a quotation within a sentence, which ends by itself. */
export function quotedFromElsewhere(text: string, maxLength: number): string {
  return `“${fromElsewhere(text, maxLength).replace(/\.$/, "")}”`;
}

/** Mrkdwn in which no line is shown as a quote, as one would that begins like "> 10". */
export function unquoted(mrkdwn: string): string {
  return mrkdwn.replace(/^(?=[ \t]*&gt;)/gm, "\u200b");
}
