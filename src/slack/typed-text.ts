// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping: channels, people and links come as tokens.
const link = /<((?:https?|mailto|tel):[^|>]*)(?:\|([^>]*))?>/g;
// No command is about people, but a preset's name may have an @ in it.
const mention = /<(?:@[UW][A-Z0-9]+\|([^>]+)|!(channel|here|everyone))>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The text of a command as it was typed; channels and user groups stay the tokens that Slack wrote for them. */
export function typedText(text: string): string {
  return text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(mention, (_, ...[user, special]: (string | undefined)[]) => `@${user ?? special}`)
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
