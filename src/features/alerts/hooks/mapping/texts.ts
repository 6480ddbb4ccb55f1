import { typed } from "../texts.ts";

// What people read about the mapping of a hook, in mrkdwn. Errors are plain. Arguments are escaped, and `hook` is a
// hook's name in bold.

export const mapExample = (name: string) =>
  `For example: \`${typed(`map ${name} title=alert.name state=alert.status`)}\`.`;
export const mapNotPart = (words: string) => `I don't understand “${words}”. Type a part and its path.`;
export const mapTwice = (part: string) => `“${part}” is there twice.`;
export const mapNeedsTitle = "A mapping needs the path of the title.";
export const mapUnknownPart = (word: string) => `An alert has no part “${word}”.`;
export const mapParts = (parts: string) => `Its parts are ${parts}.`;
export const didYouMean = (word: string) => `Did you mean “${word}”?`;
export const pathTooLong = (most: number) => `A path has at most ${most} characters.`;
export const notAPath = (path: string) =>
  `“${path}” isn't a path. Use names, or numbers for lists, with a dot between them.`;
export const morePaths = (count: number) => `• and ${count} more`;
export const mapped = (hook: string) => `${hook} reads bodies like this:`;
export const mappedHint =
  "To change it, send the whole command again. I read a body without that title by its shape.";
export const unmapQuestion = (name: string) => ({
  title: "Remove the mapping?",
  text: `“${name}” then reads bodies by their shape, and shows unknown ones as raw text.`,
  yes: "Remove it",
  no: "Keep it",
});
export const unmap = "Remove the mapping";
export const unmapped = (hook: string) =>
  `Removed the mapping of ${hook}. It reads bodies by their shape and the names of their parts.`;
export const noMapping = (hook: string) =>
  `${hook} has no mapping. It reads bodies by their shape and the names of their parts, and shows others as raw text.`;
export const howToMap =
  "To read others, say where each part is, with dots from the outside to the inside and numbers for lists. `title` is needed. `body`, `state`, `key` (the same for one alert in all states), `link`, `group` and `severity` are optional. A text that holds JSON is opened like the rest. If the state is a number or a word of your own, say what it means: `firing=2,1 resolved=0`. For example:";
export const lastUnread = "The last unreadable delivery has:";
export const lastUnreadGone =
  "I can't list the parts of the last unreadable delivery, because I no longer have its whole text. Send it again.";
export const mappingButton = "Mapping";
