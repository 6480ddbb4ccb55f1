import { code } from "../../../platform/blocks/escape.ts";
import { formatList, plural } from "../../../lib/text.ts";

// The workspace as a file. In mrkdwn unless noted; names are escaped by the caller.

export const tab = "Export";
export const exportButton = "Export";
export const applyButton = "Apply a file";
export const intro =
  "*This workspace as a file.* It has the settings that people made here as YAML, without secrets: to review them, to keep them in git, or to apply them to another workspace.";
export const count = (noun: string, nouns: string, number: number) => `• ${plural(number, noun, nouns)}`;
export const nothingYet = "Nothing is set yet.";
export const leftOut =
  "Connections, keys, passwords, tokens, addresses of hooks, and what costs and alerts were so far aren't in it.";

// What a file manages

const managedTitle = "*Managed by a file*";
export const managedBy = (parts: readonly string[], at: string | undefined) =>
  `${managedTitle}: ${formatList([...parts])}. People can't change these here${at === undefined ? "" : `. Last applied ${at}`}.`;
export const broken = (problems: readonly string[]) =>
  `The file has problems, so nothing of it was applied:\n${problems.map((each) => `• ${each}`).join("\n")}`;
/** Plain text. */
export const atLine = (line: number | undefined, message: string) =>
  line === undefined ? message : `Line ${line}: ${message}`;

// Export

export const exported = "This workspace as YAML:";
export const exportHint = `It has no secrets. ${code("/db admin apply")} shows what such a file would change.`;
export const follows = "This workspace as YAML follows as a file.";
export const refused = "Slack refused the file with this workspace as YAML. Try again in a minute.";
export const sent = "I sent you this workspace as a file in direct messages.";

// Apply. The form is plain text.

export const form = {
  title: "Apply a file",
  submit: "Show differences",
  step: "File",
  label: (part: number) => (part === 1 ? "YAML" : `YAML, part ${part}`),
  help: "After 3,000 characters, go on in the next input. It appears by itself.",
  empty: "Enter a file that begins with version: 1.",
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (number: number) => `And ${plural(number, "more problem")}.`,
} as const;
export const formIntro =
  "The file of a workspace, as _Export_ writes it. Nothing changes yet: you see the differences first. Parts that it leaves out stay as they are, and what is missing in a part that it has is removed.";
export const tooLarge =
  "This workspace is too large for a form, so this begins empty. Paste only the parts to change, or let the app read a file: `WORKSPACE_FILE`.";

export const signs = { added: "Added", changed: "Changed", removed: "Removed", more: "More of" } as const;
export const nothing = "none";
export const difference = (sign: string, noun: string, name: string, what: string) =>
  `• *${sign}*: ${noun} *${name}*${what === "" ? "" : ` (${what})`}`;
/** `page` is the present one of several. */
export const differences = (number: number, page: number, pages: number) =>
  `*${plural(number, "difference")}*${pages === 1 ? "" : `, page ${page} of ${pages}. The last page has the button that applies all of them.`}`;
export const nextPage = "Next";
export const previousPage = "Previous";
export const none = "The workspace is as the file says. There is nothing to change.";
export const apply = "Apply";
export const again =
  "*Someone changed something in the meantime, so I didn't apply this.* Look at the differences again:";
export const applied = (number: number) => `Applied: ${plural(number, "change")}.`;
export const newHooks = (names: readonly string[]) =>
  `New hooks need a secret for their senders: ${names.map((name) => code(`/db alerts hooks rotate ${name}`)).join(", ")}.`;
export const tooOld = "That was more than an hour ago. Open the form again: `/db admin apply`.";
export const partly = "Some changes were made. These are left:";

// Help

export const exportSummary = "Shows the whole workspace as YAML, without secrets.";
export const applySummary = "Applies a workspace file, after it shows the differences.";

export const noWords = "Type it without more words.";

// The doctor

export const area = "Workspace file";
export const upToDate = (parts: readonly string[]) => `Applied. It manages ${formatList([...parts])}.`;
export const drift = (number: number, names: readonly string[]) =>
  `${plural(number, "thing")} ${number === 1 ? "differs" : "differ"} from the file: ${formatList([...names])}. Change the file, or touch it to apply it again.`;
export const waiting = "Not applied yet. Look again in a minute.";
// Problems of the file. Plain text.

export const unreadable = "The file can't be read.";
export const oneOnly =
  "The file has no workspaces by id, so it is for the workspace of SLACK_BOT_TOKEN, and there is none.";
