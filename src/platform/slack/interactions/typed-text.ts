import type { Talk } from "../../ask/conversations.ts";
import type { Typed } from "../../ask/typed.ts";

// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping: channels, people and links are tokens.
const link = /<((?:https?|mailto|tel):[^|>]*)(?:\|([^>]*))?>/g;
// Only these commands are about people. In others an @ is part of a name.
const aboutPeople =
  /^\s*(?:exactly\s+)?(?:(?:admin\s+)?(?:access|approvals|audit|people)|(?:services\s+)?owner)\b/i;
const mention = /<(?:@[UW][A-Z0-9]+\|([^>]+)|!(channel|here|everyone))>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * A command's text as typed. Channels and user groups stay as Slack's tokens, and so do people in commands about
 * people.
 */
export function typedText(text: string): string {
  return text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(mention, (token, ...[user, special]: (string | undefined)[]) =>
      user !== undefined && aboutPeople.test(text) ? token : `@${user ?? special}`,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

/** Typed words as a command and as a sentence. A sentence keeps the people in it. */
export function typedWords(text: string, talk: Talk): Typed {
  const sentence = text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(/<!(channel|here|everyone)>/g, "@$1")
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
  return { line: typedText(text), sentence, talk };
}
