import { code } from "../../../../platform/blocks/escape.ts";
import { plural } from "../../../../lib/text.ts";
import { typed } from "../texts.ts";

// What people read about the settings of a hook as YAML, in mrkdwn unless noted. Arguments are escaped, and `hook` is a
// hook's name in bold.

export const exported = (hook: string) => `The settings of ${hook} as YAML:`;
export const exportHint = "They don't include its address and secrets.";
export const importButton = "Import";
export const exportedToDirect = (hook: string) =>
  `The settings of ${hook} are too long for a message. They're in your direct messages, as a file.`;
export const exportFile = (hook: string) => `Here are the settings of ${hook}. ${exportHint}`;
/** The form is plain text, apart from its introduction. */
export const importForm = {
  title: "Import settings",
  submit: "Import",
  step: "Settings",
  label: (part: number) => (part === 1 ? "YAML" : `YAML, part ${part}`),
  help: "After 3,000 characters, go on in the next input. It appears by itself.",
  empty: "Enter at least the `channel`.",
  gone: "That hook was deleted.",
  goneMeanwhile: "This hook was just deleted, so nothing was imported.",
  tooLong: (name: string) =>
    `The settings of “${name}” are too long for a form. Shorten or remove rules first: \`${typed(`rules ${name}`)}\`.`,
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (count: number) => `And ${plural(count, "more problem")}.`,
  conflict:
    "Someone changed this hook after you opened this window. Copy what you wrote, close the window, and open it again to see the change.",
  done: "Imported",
} as const;
export const importIntro = (hook: string) =>
  `The settings of ${hook} as YAML. Your import replaces all of them: what you leave out is removed. Its address and secrets stay.`;
export const imported = (hook: string, channel: string, rules: number) =>
  `${hook} now posts in ${channel} and has ${plural(rules, "rule")}.`;
export const importedHint = (name: string) =>
  `Invite me to each channel: ${code("/invite @Quartermaster")}. ${code(typed(`replay ${name} 24h`))} shows what these rules would have done in the last day.`;
