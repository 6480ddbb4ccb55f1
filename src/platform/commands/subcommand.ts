import { z } from "zod";
import { nearest } from "../../lib/text.ts";

/** What is done where no act is named, and what is said where none comes near the one that is. */
interface Otherwise<Act> {
  usual: Act;
  hint: string;
}

/** Reads the text after a command that does several things: the word for one of them, and the rest says how. */
export function actWords<Act extends string>(
  command: string,
  acts: Readonly<Record<Act, unknown>>,
  { usual, hint }: Otherwise<NoInfer<Act>>,
) {
  const isAct = (word: string): word is Act => Object.hasOwn(acts, word);
  return z.string().transform((text, issues) => {
    const [, word = "", words = ""] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    const act = word.toLowerCase() || usual;
    if (isAct(act)) return { act, words };
    const near = nearest(act, Object.keys(acts));
    const help = near === undefined ? hint : `Did you mean \`${command} ${near}\`?`;
    issues.addIssue({ code: "custom", message: `“${command} ${word}” is not known. ${help}` });
    return z.NEVER;
  });
}
