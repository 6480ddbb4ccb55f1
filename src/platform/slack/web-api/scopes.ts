/** A permission that the app asks for. */
interface BotScope {
  scope: string;
  /** The reason, for the person who installs the app. */
  why: string;
  /** What is off without it, in mrkdwn. Only an optional scope has it: the main job goes on. */
  off?: string;
}

/** The app's scopes and their reasons. The manifest, the install page and the README have the same. */
export const botScopes: readonly BotScope[] = [
  { scope: "commands", why: "Answers /db, and offers its step in Workflow Builder." },
  { scope: "chat:write", why: "Answers, and posts alerts, reports and new services in channels." },
  {
    scope: "chat:write.public",
    why: "Announces a new service in the public channel that you asked from, without an invitation.",
  },
  {
    scope: "channels:history",
    why: "Finds its own messages in public channels after a crash, so it posts nothing twice.",
    off: "If Slack's answer to a post in a public channel is lost, I post it again, and say that it may be there twice.",
  },
  {
    scope: "groups:history",
    why: "The same in private channels that it is in.",
    off: "The same in private channels.",
  },
  {
    scope: "groups:read",
    why: "Hears that a private channel has a new id, because it was shared, and moves alerts and reports along.",
    off: "If a private channel is shared with another company, it gets a new id, and alerts and reports for it stop until you choose it again.",
  },
  {
    scope: "im:history",
    why: "Reads what you write to it in direct messages, so it can answer.",
  },
  { scope: "app_mentions:read", why: "Reads messages that mention it, so it can answer." },
  {
    scope: "assistant:write",
    why: "Lets Slack suggest questions in direct messages, and show there that it works, with a stop button. Without it everything else works.",
  },
  {
    scope: "links:read",
    why: "Notices links to your observability console, to services and to alerts, by their domains only. Without it they stay links.",
    off: "Links to your observability console, to services and to alerts stay links, without a card.",
  },
  {
    scope: "links:write",
    why: "Shows a card below the message with such a link.",
    off: "Links to your observability console, to services and to alerts stay links, without a card.",
  },
  {
    scope: "files:write",
    why: "Sends pictures of costs, and costs as a CSV file.",
    off: "Files aren't sent, and pictures only if Slack can fetch them from `PUBLIC_URL`. Answers have their text and tables.",
  },
  {
    scope: "users:read",
    why: "Knows people's names and time zones, and who is an admin of the workspace.",
  },
  {
    scope: "users.profile:read",
    why: "Knows the manager of a person who left, and asks them who takes over the services.",
    off: "If an owner leaves, I ask the admins about the services, and not the owner's manager.",
  },
  {
    scope: "users:read.email",
    why: "Finds who is on call by the e-mail address in a rota. Without it, it looks for their name.",
    off: "I find who is on call by name only, and not by e-mail address.",
  },
  {
    scope: "usergroups:read",
    why: "Knows who is in a user group that has a role. Without it, roles of groups don't count.",
    off: "Roles of user groups don't count.",
  },
];

/** The scopes that a person may refuse. */
export const optionalScopes: readonly string[] = botScopes
  .filter(({ off }) => off !== undefined)
  .map(({ scope }) => scope);

/** Our scopes that Slack has not granted. */
export function scopesNotIn(granted: readonly string[]): string[] {
  return botScopes.map(({ scope }) => scope).filter((scope) => !granted.includes(scope));
}

/** What is off without some optional scopes, each sentence once with its scopes, in the order of the manifest. */
export function whatIsOff(missing: readonly string[]): { scopes: string[]; off: string }[] {
  const lacking = botScopes.filter(({ scope }) => missing.includes(scope));
  return [...Map.groupBy(lacking, ({ off }) => off)].flatMap(([off, same]) =>
    off === undefined ? [] : [{ off, scopes: same.map(({ scope }) => scope) }],
  );
}
