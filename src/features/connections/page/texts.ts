import { plural } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";

// The page that takes a connection's address and key, and what Slack says about it. Plain text unless noted. The page
// and the errors escape what they show.

// /db admin connect

export const summary =
  "Gives you a link to a page that connects a database cloud or an observability server.";
export const details =
  "The page opens in your browser, only for you, for 15 minutes. What you type there doesn't go through Slack. You can test it before you save it.";
export const noWords = "`/db admin connect` takes no words after it. The page asks for everything.";
export const newHeadline =
  "Connect a database cloud or an observability server. The page asks for its address and key, and tests them first.";
/** In mrkdwn. */
export const rotateHeadline = (name: string) =>
  `Give ${code(name)} a new key. The page tests it before it replaces the old one.`;
/** In mrkdwn. */
export const linkHint = (until: string) =>
  `The link works once, until ${until}, and only for you. Don't share it. What you type there doesn't go through Slack.`;
export const openPage = "Open the page";

// The form

export const newTitle = "Connect a cloud or server";
export const rotateTitle = (name: string) => `A new key for ${name}`;
export const notYet = (title: string) => `Not yet: ${title}`;
export const newLead =
  "Enter the address of your database cloud or observability server, and its key. What you type goes straight to Quartermaster, and never through Slack.";
export const rotateLead = (host: string) =>
  `This connection leads to ${host}. After you test and save the new key, it replaces the old one.`;
export const test = "Test the connection";
export const testHelp = "The test only reads. Nothing is saved until you choose so on the next page.";
export const typeAgain = "Secrets are never sent back to this page, so please type them again.";
export const doesNotWork = "This doesn't work yet";
export const checkFields = (count: number) => `Check ${plural(count, "field")}`;
export const outcomes = {
  works: "works",
  lacks: "no right",
  fails: "doesn't work",
  untried: "not tested",
} as const;

// Problems with what was typed

export const noName = "That isn't a name.";
export const reservedName =
  "That name is reserved for the server in Quartermaster's environment. Choose another one, such as observe.";
export const badOrganizationId =
  "An organization id looks like 5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10. Copy it from the cloud's console.";
export const colonInKeyId = "A key id has no colon. Copy it again.";
export const missingSecret = (what: string) => `Enter the ${what}.`;
export const longSecret = (what: string) => `That's too long for a ${what}. Copy it again.`;
export const badSecret = (what: string) => `A ${what} has no spaces or unusual characters. Copy it again.`;
export const badReference =
  "Enter where it is stored, such as vault:kv/data/databases#key. Don't enter the secret itself.";
export const changedTarget =
  "Someone changed where this connection leads, so nothing was saved. Type /db admin connections in Slack to see it, and ask for a new link.";

// The result of a test

export const worksPartly = "It works in part";
export const works = "It works";
export const whatItCanDo = "What this key can do";
export const useKey = "Use the new key";
export const save = "Save the connection";
export const changeSomething = "Change something";
export const keepsValue =
  "Nothing is saved yet. When you save, the key is stored encrypted, or in the secret manager that the operator of Quartermaster chose.";
export const keepsReference =
  "Nothing is saved yet. When you save, only the reference is stored. The secret stays where it is.";

// After saving

export const savedTitle = (name: string) => `“${name}” is connected`;
export const saved = "I saved the connection, and sent you a message in Slack.";
export const addAll = "Add all";
export const chooseInSlack = "To choose some, and to say who owns them, click Choose in my message in Slack.";
export const addedTitle = "Your services";
export const nothingToAdd = "Your cloud has no services that aren't in the list.";
export const rotatedTitle = "The new key is in use";
export const rotated = (name: string) => `The connection “${name}” now uses the new key.`;
/** In mrkdwn. `host` is code. */
export const savedNotice = (name: string, host: string) =>
  `Saved the connection ${code(name)} to ${host}. To see all: ${code("/db admin connections")}.`;
/** In mrkdwn. `host` is code. */
export const rotatedNotice = (name: string, host: string) =>
  `The connection ${code(name)} to ${host} now uses its new key. Delete the old key where you made it.`;

// Other pages: a title and what to do

export const gone = {
  title: "This link has expired",
  text: "Links work once, for 15 minutes. Type /db admin connect in Slack for a new one.",
} as const;
export const others = {
  title: "This link is open in another browser",
  text: "It works only in the browser that opened it first. If that wasn't you, someone else may have it: type /db admin connect in Slack for a new one, and tell your admin.",
} as const;
export const perhapsOurs = {
  title: "This link was opened before",
  text: "It works only in the browser that opened it first. If that is this one, continue.",
  go: "Continue",
} as const;
export const forged = {
  title: "This didn't come from this page",
  text: "I didn't do anything. Go back, reload the page, and send the form again.",
} as const;
export const used = (name: string) => ({
  title: "This link is already used",
  text: `It was used for the connection “${name}”. Type /db admin connections in Slack to see it, or /db admin connect for a new link.`,
});
export const notAllowed = "You can't connect anything";
export const notAllowedReason = "Needs the admin role.";
export const tooLarge = {
  title: "That's too much",
  text: "What you sent is larger than any form of this page.",
} as const;
export const notAForm = {
  title: "That isn't a form",
  text: "This page takes only what its own form sends.",
} as const;
export const notRightNow = "That didn't work right now";
export const bug = {
  title: "Something went wrong",
  text: (incidentId: string) =>
    `Something went wrong on our side, sorry. Tell your admin the incident id ${incidentId}.`,
} as const;
/** For the audit log. */
export const refusedReference = "They entered a reference that this workspace can't use. Nothing was sent.";
