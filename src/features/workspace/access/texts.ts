import { formatList, plural } from "../../../lib/text.ts";
import { type Role, aRole } from "../../../platform/access/role.ts";
import { code } from "../../../platform/blocks/escape.ts";

// What people read about roles and limits, in mrkdwn unless noted. Errors are plain. `who` is a grantee in mrkdwn, and
// names are escaped.

// Help

export const summary =
  "Shows your role. Admins see and change everyone's roles, and what each role can create.";
export const subcommandHint = "Use it alone, or add `grant`, `revoke` or `limit`.";
export const details = [
  "A viewer reads. An operator also creates services, and changes services and alerts. An admin also gives roles and connects clouds. Everyone in the workspace is a viewer. Admins and owners of the Slack workspace are admins. Guests have only the roles that you give them. The highest role counts.",
  "• `grant` gives a role to a person, a user group or everyone in a channel. It replaces the one that they had. `revoke` removes it.",
  "• `limit` sets what a role can create: `providers=aws,gcp`, `regions=…`, `memory=96` (GB of all replicas together), `name=&lt;pattern&gt;` with `*` for anything, `addresses=required`, `world=no` (nothing as wide as 0.0.0.0/0). `any` removes one limit, `off` removes all.",
].join("\n");
export const limitsButton = "What roles can create";
const forExample = (text: string, example: string) => `${text} For example: \`${example}\`.`;

// Show

export const yourRole = (role: string) => `You are ${role} here:`;
export const noRole = "*nothing*";
export const unsure = "• Slack isn't answering, so your role may be higher. Try again in a minute.";
export const youCanCreate = (limits: string) => `You can create: ${limits}.`;
export const roles = "A viewer reads. An operator also creates and changes. An admin also gives roles.";
export const bySlack = "• admin, because you are an admin or owner of this Slack workspace";
export const likeEveryone = "• viewer, like everyone in this workspace";
export const byGrant = (role: Role, who: string | undefined, by: string) =>
  `• ${role}, given to ${who ?? "you"} ${by}`;
export const everyoneIn = (channelId: string) => `everyone in <#${channelId}>`;
export const userGroup = (name: string) => `the user group *@${name}*`;
export const by = (userId: string, when: string) => `by <@${userId}>, ${when}`;
export const noneGiven = "No roles given yet.";
export const given = (count: number) => `*${plural(count, "role")}* given`;
export const grantLine = (who: string, role: Role, by: string) => `${who}: ${role}, ${by}`;
export const howTo = `Give a role: ${code("/db admin access grant @sam operator")}. See what each role can create: ${code("/db admin access limit list")}.`;
export const unreadGroups =
  ":warning: Roles of user groups don't work yet, because Slack doesn't let me see who is in them. Install the app again to add the scope `usergroups:read`.";
export const remove = "Remove";
/** Plain text. */
export const removeQuestion = (isOwn: boolean) => ({
  title: "Remove this role?",
  text: isOwn ? ownRole : "It ends at once. You can give it again.",
  yes: remove,
  no: "Keep it",
});

// Grant and revoke

export const whichGrantee = (example: string) =>
  forExample("Choose a person or a user group from Slack's list after @, or a channel after #.", example);
export const oneGrantee = (example: string) => `Name one person, group or channel at a time: \`${example}\`.`;
export const whichGranteeAndRole = (example: string) =>
  forExample(
    "Choose a person or a user group from Slack's list after @, or a channel after #, and then a role.",
    example,
  );
export const notARole = (word: string) => `“${word}” isn't a role.`;
export const allRoles = "The roles are `viewer`, `operator` and `admin`.";
export const didYouMean = (word: string) => `Did you mean \`${word}\`?`;
export const badRole = (problem: string, hint: string, example: string) =>
  forExample(`${problem} ${hint}`, example);
export const ownRole =
  "This role is the only thing that makes you an admin. Without it, another admin would have to give it back to you. Admins and owners of this Slack workspace are always admins.";
export const askLower = (who: string, role: Role, had: Role) =>
  `Make ${who} ${aRole(role)} instead of ${aRole(had)}?`;
export const changeRole = "Change the role";
export const isNow = (who: string, role: Role) => `${who} is now ${aRole(role)}.`;
export const hasNone = (who: string) => `${who} now has no role.`;
export const askRemove = (who: string, role: Role) => `Remove the ${role} role of ${who}?`;
export const removeRole = "Remove the role";
export const removed = (who: string, role: Role) => `Removed the ${role} role of ${who}.`;
export const nothingToRemove = "They have no role to remove. `/db admin access` lists all roles.";
export const unknownPerson = (example: string) => forExample("Slack doesn't know this person.", example);
export const unknownGroup = (example: string) => forExample("This user group no longer exists.", example);
export const isApp = (name: string) => `“${name}” is an app. Give roles to people.`;
export const isDeactivated = (name: string) => `The account of “${name}” is deactivated.`;
export const isGuest = (name: string) =>
  `${name} is a guest of this workspace. With this role they can still do this.`;
export const everyoneViews = "Everyone in this workspace is a viewer already.";
export const groupMembers = (count: number) =>
  `It applies to everyone who is in the group: ${count} right now. It doesn't apply to guests.`;
export const channelMembers = (channelId: string) =>
  `Everyone who can write in <#${channelId}> has this role there. It doesn't apply to guests.`;

// Limits

/** A whole command that works as it is. */
export const limitExample = "/db admin access limit operator providers=aws memory=96 world=no";
export const badLimit = (problem: string) => forExample(problem, limitExample);
export const wordsNotUnderstood = (words: string) => `I don't understand “${words}”.`;
export const notALimit = (word: string, hint: string) => `You can't limit “${word}”. ${hint}`;
export const unknownValue = (what: string, word: string, hint: string) =>
  `I don't know the ${what} “${word}”. ${hint}`;
export const chooseFrom = (words: readonly string[]) => `Choose from ${formatList(words)}.`;
export const atLeastOne = (what: string) => `Name at least one ${what}.`;
export const badMemory = "Write memory as a number of GB for all replicas together: `memory=96`.";
export const badDays = "Write a number of days, such as `expires=7d longest=30d deletes=14d`.";
export const badPattern =
  'A name pattern has letters, digits, spaces and `*` for anything: `name="dev *"`. Separate several with commas.';
export const badSwitch = (word: string, typed: string) =>
  `Write \`${word}\` or \`any\` instead of “${typed}”.`;
export const viewersCreateNothing = "Viewers can't create anything, so there's nothing to limit.";
export const limits = (role: Role, limits: string) => `${role}s can create: ${limits}.`;
export const askUnlimited = (role: Role, now: string) => `Remove the limits for ${role}s? Right now, ${now}`;
export const removeLimits = "Remove the limits";
export const limited = (now: string) => `Done. Now ${now}`;
/** `who` begins the sentence, such as "Operators". */
export const anythingAgain = (who: string) => `${who} can create anything again.`;
export const anything = (who: string | undefined) => `${who ?? "Operators and admins"} can create anything.`;
export const toLimit = `To set limits: ${code(limitExample)}`;
