import type { Workspace } from "../workspace.ts";

/** The text with `@name` and `#channel` as Slack's tokens. "named" adds the names, as in slash commands. */
export function withMentionTokens(workspace: Workspace, text: string, form: "plain" | "named"): string {
  const label = (name: string): string => (form === "named" ? `|${name}` : "");
  const tokens = [
    ...[...workspace.people.values()].flatMap(({ id, name, realName }) =>
      [realName, name].map((written) => ({ written: `@${written}`, token: `<@${id}${label(name)}>` })),
    ),
    ...workspace.userGroups.map(({ id, handle }) => ({
      written: `@${handle}`,
      token: `<!subteam^${id}${form === "named" ? `|@${handle}` : ""}>`,
    })),
    ...[...workspace.channels.values()].map(({ id, name }) => ({
      written: `#${name}`,
      token: `<#${id}${label(name)}>`,
    })),
  ].sort((a, b) => b.written.length - a.written.length);
  return tokens.reduce((result, { written, token }) => replaceWord(result, written, token), text);
}

/** Replaces a word, ignoring case, unless more letters follow. */
function replaceWord(text: string, word: string, replacement: string): string {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`);
  const pattern = new RegExp(String.raw`(?<![\w<])${escaped}(?![\w-])`, "giu");
  return text.replace(pattern, () => replacement);
}
