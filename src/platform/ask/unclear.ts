import type { Button } from "@slack/types";
import { holdsSecret } from "../../lib/secrets-in-text.ts";
import { shortList } from "../../lib/text.ts";
import { commandButton } from "../blocks/command-button.ts";
import { escapeMrkdwn, escapeName } from "../blocks/escape.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { Reading } from "../commands/read.ts";
import type { Understood, UnknownName } from "./meaning.ts";
import type { Name, NameIndex } from "./names.ts";
import { card, meaningButtons } from "./not-this.ts";

/** A text with the button for help. */
export function withHelp(text: string, buttons: readonly Button[] = []): { reply: Reply } {
  return { reply: say(text, [...buttons, commandButton("Help", "help")]) };
}

/** What no command does. */
export const outOfScope = withHelp(
  "I can't do that. I can show costs, backups, services, alerts and dashboards, and open the forms that change them. For example: “what did we spend last week”, “what's firing” or “is there a backup of orders”.",
);

// In place of words that a form has no field for.
const maybeSecret = "words that may be a password or a key";

const hello =
  "Hello! Ask me about costs, backups, services, alerts or dashboards, as in “what did we spend last week”.";

/** The answers to words that ask for nothing: thanks, a "no", a "yes", a greeting, a sign. A change waits for a click. */
const polite: readonly (readonly [words: RegExp, answer: string])[] = [
  [
    /^\W*(?:(?:(?:many|ok|okay|great|nice|perfect|super),? )*(?:thanks?|thank you|thx|ty|cheers|danke|merci|gracias)|great|nice|perfect|awesome|good (?:job|bot|work)|well done)\b(?: (?:a lot|so much|very much|again|you|all|bot|quartermaster|job|work|one))*\W*$/iu,
    "You're welcome. :slightly_smiling_face:",
  ],
  [
    /^\W*(?:(?:oh|ok|okay|sorry|please),? )*(?:no|nope|nah|never ?mind|nvm|forget it|cancel|not now|nothing)\W*$/iu,
    "OK. I changed nothing with these words.",
  ],
  [
    /^\W*(?:(?:ok|okay|please|yes),? )*(?:yes|yep|yeah|sure|ok|okay|do (?:it|that)|go ahead|go for it|confirm|i'?m sure)(?:,? please)?\W*$/iu,
    "I make changes only with a click. If I asked you something, click the button below my question.",
  ],
  [
    /^\W*(?:hi|hey|hello|yo|moin|hallo|good (?:morning|afternoon|evening|night|day)|morning)(?: (?:there|all|everyone|team|bot|quartermaster))*\W*$/iu,
    hello,
  ],
  [/^(?=.*\S)(?::[a-z0-9_+'-]+:|[^\p{L}\p{N}])+$/su, hello],
];

/** The answer to words that ask for nothing. */
export function politeAnswer(sentence: string): string | undefined {
  return polite.find(([words]) => words.test(sentence))?.[1];
}

/** Words that an answer says again, without what may be a secret in `text`. */
export function withoutSecrets(leftOut: readonly string[], text = leftOut.join(" ")): readonly string[] {
  return leftOut.length > 0 && holdsSecret(text) ? [maybeSecret] : leftOut;
}

/**
 * The answer to what isn't clear. A command stays one, and a mistake in one is explained. Otherwise there are the
 * readings that are likely, if any.
 */
export function unclear(
  reading: Reading,
  isTyped: boolean,
  line: string,
  understood: Understood,
  index: NameIndex,
): Reading {
  const { meanings, unknown, lacks, leftOut = [], isAttempt, isDenied } = understood;
  const isCommand = "run" in reading;
  if (isAttempt && !isCommand) return { ...outOfScope, isAttempt };
  // A key is not said again.
  if (unknown && holdsSecret(unknown.name))
    return withHelp(
      "There may be a password or a key in your words, so I did nothing with them. Forms have their own fields for keys.",
    );
  if (holdsSecret(line) && !isCommand) return outOfScope;
  if (unknown) return { reply: say(unknownName(unknown, index), meaningButtons(meanings)) };
  // The name of a new thing may be any words, so those of a sentence are not taken for one.
  if (isCommand && !(reading.entry.opens && reading.entry.effect !== "read")) return reading;
  if (isDenied)
    return withHelp(
      "You said what not to do, so I did nothing. Say what to do instead, as in “mute the disk alert”.",
    );
  const [first, ...others] = meanings;
  if (first && leftOut.length > 0)
    return { reply: card(first, others, { leftOut: withoutSecrets(leftOut) }) };
  if (lacks)
    return withHelp(
      `Which ${lacks} do you mean? ${youHave(lacks, index)} Say it again with its name.`,
      meaningButtons(meanings),
    );
  const isOne = others.length > 0 && others.every(({ entry }) => entry.name === first?.entry.name);
  if (meanings.length > 0) {
    const question = isOne
      ? "Which one do you mean?"
      : meanings.length === 1
        ? "I'm not sure. Do you mean this?"
        : "I'm not sure what you mean. Is it one of these?";
    return withHelp(question, meaningButtons(meanings));
  }
  // Who mistypes a command wants to know. A sentence may begin with a word near to one, and be about something else.
  return !isCommand && reading.isMistake && (isTyped || !reading.isGuess) ? reading : outOfScope;
}

const inSlack = new Set<Name["kind"]>(["person", "group", "channel"]);

/** Says that a name isn't known, and which ones are. */
function unknownName({ name, kinds }: UnknownName, index: NameIndex): string {
  // Of several things that it may be, a service is the likeliest, unless it may be a person or a channel.
  const isService = kinds.includes("service") && !kinds.some((kind) => inSlack.has(kind));
  const possible: UnknownName["kinds"] = isService ? ["service"] : kinds;
  const [listed, ...others] = possible.filter((kind) => !inSlack.has(kind));
  const list = listed && others.length === 0 ? youHave(listed, index) : "";
  return [unknownAs(`“${escapeName(name)}”`, possible), list, howToMention(possible)]
    .filter(Boolean)
    .join(" ");
}

function unknownAs(name: string, [kind, ...others]: UnknownName["kinds"]): string {
  if (kind === undefined || others.length > 0) return `I don't know what ${name} is.`;
  if (kind === "person") return `I don't know anyone called ${name}.`;
  return `I don't know a ${kind === "group" ? "user group" : kind} called ${name}.`;
}

function youHave(kind: Name["kind"], index: NameIndex): string {
  const names = [...new Set(index.of(kind).map(({ name }) => name))];
  return names.length === 0 ? `You have no ${kind}s yet.` : `You have ${escapeMrkdwn(shortList(names))}.`;
}

function howToMention(kinds: UnknownName["kinds"]): string {
  const isChannel = kinds.includes("channel");
  const isPerson = kinds.includes("person") || kinds.includes("group");
  if (isPerson && isChannel)
    return "Choose people with @ and channels with # from Slack's lists, so I know whom you mean.";
  if (isPerson) return "Mention them with @, so I know whom you mean.";
  return isChannel ? "Type # and choose it from Slack's list, so I know which one you mean." : "";
}
