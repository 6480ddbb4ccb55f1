import { AppError } from "../../../../lib/errors.ts";
import { listInWords, nearest, oneLine } from "../../../../lib/text.ts";
import { HookMapping } from "../record.ts";

const parts = HookMapping.keyof().options;
const pathLength = 200;
// No key that anybody maps has one of these, and commands, quotes and displays stumble over them.
const isStep = /^(?! *$)[^<>&`"“”\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u;
// Slack makes straight quotes round ones while somebody types.
const pair = /([^\s=]+)\s*=\s*(?:["“”]([^"“”]*)["“”]|(\S+))/g;

/** Reads `title=alert.name state=status`, a path with spaces in quotes. Fails as user, with an example. */
export function readMapping(words: string, name: string): HookMapping {
  const example = `For example: \`/db hook map ${name} title=alert.name state=alert.status\`.`;
  const fail = (what: string) => new AppError("user", `${what} ${example}`);
  const text = oneLine(words);
  const left = text.replace(pair, "").trim();
  if (left !== "") throw fail(`“${left}” is no part with its path.`);
  const read = [...text.matchAll(pair)].map(([, part = "", quoted, bare = ""]) => {
    return [partNamed(part, fail), checkedPath(quoted ?? bare, fail)] as const;
  });
  const twice = read.find(([part], index) => read.findIndex(([other]) => other === part) < index);
  if (twice) throw fail(`“${twice[0]}” is there twice.`);
  const mapping = HookMapping.safeParse(Object.fromEntries(read));
  if (mapping.success) return mapping.data;
  throw fail("A mapping needs at least the title's path.");
}

/** A mapping as it is typed. */
export function mappingInWords(mapping: HookMapping): string {
  return Object.entries(mapping)
    .map(([part, path]) => `${part}=${path.includes(" ") ? `"${path}"` : path}`)
    .join(" ");
}

type Fail = (what: string) => AppError;

function partNamed(word: string, fail: Fail): keyof HookMapping {
  const part = parts.find((one) => one === word.toLowerCase());
  if (part) return part;
  const near = nearest(word, parts);
  throw fail(
    `An alert has no “${word}”. ${near === undefined ? `It has ${listInWords(parts)}.` : `Did you mean “${near}”?`}`,
  );
}

function checkedPath(path: string, fail: Fail): string {
  if (path.length > pathLength) throw fail(`A path has at most ${pathLength} characters.`);
  if (path.split(".").every((step) => isStep.test(step))) return path;
  throw fail(`“${path}” is no path: names, or numbers for lists, with single dots between them.`);
}
