// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping: channels, people and links come as tokens.
const link = /<((?:https?|mailto|tel):[^|>]*)(?:\|([^>]*))?>/g;
// Few commands are about people; elsewhere an @ is part of a name, as of a preset's.
const aboutPeople = /^\s*(?:access|approvals|audit)\b/i;
const mention = /<(?:@[UW][A-Z0-9]+\|([^>]+)|!(channel|here|everyone))>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * The text of a command as it was typed; channels and user groups stay the tokens that Slack wrote for them, and so do
 * people in commands that are about people.
 */
export function typedText(text: string): string {
  return text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(mention, (token, ...[user, special]: (string | undefined)[]) =>
      user !== undefined && aboutPeople.test(text) ? token : `@${user ?? special}`,
    )
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
