// https://docs.slack.dev/interactivity/implementing-slash-commands#escaping: channels, people and links come as tokens.
const link = /<((?:https?|mailto|tel):[^|>]*)(?:\|([^>]*))?>/g;
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** The text of a command as it was typed; channels and people stay the tokens that Slack wrote for them. */
export function typedText(text: string): string {
  return text
    .replace(link, (_, address: string, shown?: string) => shown ?? address)
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
