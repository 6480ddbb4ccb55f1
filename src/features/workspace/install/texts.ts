import { say } from "../../../platform/blocks/reply.ts";

// What people read when they install the app. Plain text unless noted; the pages escape what they show.

// The page before

export const addTitle = "Add to Slack";
export const addHeading = "Add Quartermaster to Slack";
export const addLead =
  "Create database services, list their backups, read their costs, and get their alerts, without leaving Slack.";
export const addNext = "Slack then asks if you agree. Your workspace can require an admin for this.";
export const scopesHeading = "What it asks for, and why";
/** After the reason of a scope that a person may refuse. */
export const optionalScope = "(Optional.)";
export const limitsHeading = "What it doesn't do";
export const limits = [
  "It reads only what you write to it. In channels, it looks only for its own messages, by a mark that it leaves in them.",
  "No key of your cloud passes through Slack. You enter it on a Quartermaster page, or enter where it's stored.",
  "When you remove the app from Slack, everything that it kept of your workspace is deleted within a minute.",
] as const;

// The page after

export const installedTitle = "Installed";
export const installedHeading = "Quartermaster is installed";
/** These go on with the workspace's name. */
export const ready = "It's ready in";
export const readyAgain = "All your settings are still there, in";
export const nextHeading = "What to do next";
export const openIt = "Open it in Slack.";
export const openHow = "Its Home shows what to do first.";
export const openButton = "Open in Slack";
export const wholeOrganization =
  "It's installed for the whole organization. An organization admin now chooses the workspaces that get it, under Integrations in Slack's organization settings.";

// If it fails

export const notInstalled = "Not installed";
export const declinedHeading = "Nothing was installed";
export const declined =
  "You didn't let Quartermaster into your workspace, so nothing changed and nothing was kept.";
export const readWhy = "Read what it asks for, and why";
export const failedHeading = "This didn't work";
export const startAgain = "Start again";
export const usedAnswer =
  "This answer of Slack was used before, or is older than 10 minutes. If you have just installed Quartermaster, all is well: open it in Slack.";
export const otherBrowser =
  "You started this installation in another browser, or this one keeps no cookies. Start and finish it in the same browser.";
export const noCode = "Slack didn't allow the installation, and didn't say why.";
export const bug = "Something went wrong on our side, sorry. The operator can find it in the log.";
export const usedCode = (code: string) =>
  `Slack's permission to install was used before, or is too old (${code}).`;
export const unreadable = (problems: string) => `I can't read Slack's answer: ${problems}`;
export const tokenRotation =
  "Token rotation is on for this Slack app, and Quartermaster can't use it. The operator must create the Slack app again from the manifest, which has token_rotation_enabled: false.";
export const wrongSettings: Readonly<Record<string, string>> = {
  bad_client_secret: "SLACK_CLIENT_SECRET doesn't belong to this Slack app.",
  invalid_client_id: "SLACK_CLIENT_ID doesn't belong to a Slack app.",
  bad_redirect_uri:
    "PUBLIC_URL followed by /slack/oauth/callback isn't one of the app's redirect URLs in Slack.",
};
export const operatorMustFix = (problem: string, code: string) =>
  `${problem} The operator must fix this (${code}).`;
export const otherWorkspace =
  "This Quartermaster works for another workspace, so I did nothing. Ask its people, or install one of your own.";
export const unknownWorkspace =
  "I couldn't ask Slack which workspace I work for, so I did nothing. Try again in a minute. If it stays so, whoever runs Quartermaster should check SLACK_BOT_TOKEN.";
export const noLongerInstalled = (url: string) =>
  `Quartermaster is no longer installed in this workspace. Ask an admin to install it at ${url}.`;

// To the installer in Slack, in mrkdwn

export const welcome = say(
  [
    "Thank you for installing Quartermaster. Do these three things next:",
    "1. Type `/db admin connect` anywhere, to connect your database cloud. No key passes through Slack.",
    "2. Invite me to the channels where I should post: `/invite @Quartermaster`.",
    "3. Type `/db help` to see what I can do.",
  ].join("\n"),
);
export const welcomeBack = say("Quartermaster is installed again. All your settings are still here.");

// The doctor's check of scopes, in mrkdwn

export const scopesArea = "Slack, scopes of the app";
export const allScopes = "The app has all the scopes that it needs.";
/** What to do about missing scopes. One link grants all of them. */
const addThem = (url: string | undefined) =>
  url === undefined
    ? "Paste the manifest again under App Manifest of the Slack app (`npm run -s manifest` prints it), and install the app again."
    : `Install it again at ${url} to add them.`;
export const missingScopes = (scopes: string, url: string | undefined, missing: readonly string[]) =>
  `The app lacks ${scopes}. ${addThem(url)}${
    missing.every((scope) => scope === "assistant:write") ? " Until then everything else works." : ""
  }`;
/** Without optional scopes. */
export const offScopes = (lines: readonly string[], url: string | undefined) =>
  `Everything else works, but this is off: ${lines.join(" ")} ${addThem(url)}`;
export const offLine = (off: string, scopes: string) => `${off.replace(/\.$/u, "")} (${scopes}).`;

// What is off, in App Home. The header is plain text, the rest is mrkdwn.

export const offHeader = "Off in Slack";
export const offInHome = (lines: readonly string[], url: string | undefined) =>
  [
    ...lines.map((line) => `• ${line}`),
    url === undefined ? addThem(url) : `<${url}|Allow what is missing>`,
  ].join("\n");
