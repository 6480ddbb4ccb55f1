const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** A text in mrkdwn as plain text for programs: times in UTC, links with their address. */
export function plainTextOf(mrkdwn: string): string {
  return mrkdwn
    .replace(/<!date\^[^|>]*\|([^>]*)>/g, "$1")
    .replace(/<((?:https?|mailto):[^|>]*)\|([^>]*)>/g, "$2 ($1)")
    .replace(/<((?:https?|mailto):[^|>]*)>/g, "$1")
    .replaceAll("\u200b", "")
    .replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}
