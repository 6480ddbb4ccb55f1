/** What the app asks Slack to be allowed, and why, for who is to agree to it; manifest.yml names the same. */
export const botScopes = [
  { scope: "commands", why: "Answers /db, and lists its step in Workflow Builder." },
  { scope: "chat:write", why: "Answers, and posts what you asked to be told of in the channels it is in." },
  {
    scope: "chat:write.public",
    why: "Announces a new service in the public channel it was asked from, without being invited first.",
  },
  {
    scope: "channels:history",
    why: "Finds its own messages in public channels it is in after a crash, so that nothing is posted twice.",
  },
  {
    scope: "groups:history",
    why: "Finds its own messages in private channels it is in, for the same reason.",
  },
  {
    scope: "links:read",
    why: "Sees links to dashboards and alerts of your observability system, by its domain alone. Without it they stay links, and all else works.",
  },
  { scope: "links:write", why: "Shows what such a link leads to below the message with it." },
  { scope: "files:write", why: "Shows pictures of costs, and hands over costs as a CSV file." },
  {
    scope: "users:read",
    why: "Knows a person's time zone, so that 09:00 is 09:00 where they are, and who is an admin of the workspace.",
  },
  {
    scope: "usergroups:read",
    why: "Knows who is in a user group that you gave a role. Without it roles of groups do not count, and all else works.",
  },
] as const;

/** Those of ours that are not among what Slack lets the app do. */
export function scopesNotIn(granted: readonly string[]): string[] {
  return botScopes.map(({ scope }) => scope).filter((scope) => !granted.includes(scope));
}
