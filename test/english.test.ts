import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Phrases that this project does not write, each with what to write instead. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/i, "no one"],
  [/\bsomebody\b/i, "someone"],
  [/\beverybody\b/i, "everyone"],
  [/\banew\b/i, "again"],
  // "There is no …" and "is no longer" are plain English.
  [/(?<!\bthere )\bis no (?!(?:longer|more|less|later|earlier)\b)/i, "isn't a …"],
  [/(?<!\bthere )\bare no (?!(?:longer|more|less|later|earlier)\b)/i, "aren't …"],
  [/\bof which\b/i, "a sentence with if or when, or two sentences"],
  [/\bthat was not\b/i, "a positive sentence"],
  [/\blets? go of\b/i, "discards, releases or ends"],
  [/\bby now\b/i, "already"],
  [/\bwhose\b/i, "that has, or with its"],
  [/\bof late\b/i, "recently"],
  [/\bjust now\b/i, "right now, or a moment ago"],
  [/\bcould not be\b/i, "couldn't be, or who couldn't do what"],
  [/\bis known here\b/i, "is in this workspace, or Added"],
  [/\bsettled?\b/i, "resolve, or fixed"],
  [/\bas it stands\b/i, "as it is"],
  [/\bstands at\b/i, "is at"],
  [/\bwhat is left is\b/i, "the rest is"],
  [/\b(?:is|are|was|were) told\b/i, "I'll tell you, or is notified"],
  [/\bso that\b/i, "so"],
  [/\bput right\b/i, "fix"],
  [/\basked for by\b/i, "requested by"],
  [/\bfor ever\b/i, "forever"],
  [/\bnot any more\b/i, "no longer"],
];

// These phrases themselves, and what people type, as the sentences in `test/ask/people` are.
const others: ReadonlySet<string> = new Set([
  "test/english.test.ts",
  "test/ask/sentences.json",
  "src/app/examples.json",
  "test/property/insertions.ts",
  "test/platform/ask/small-words.test.ts",
  "test/platform/ask/whole-wishes.test.ts",
  "src/platform/ask/vocabulary.ts",
  "src/platform/ask/groups.ts",
]);

const files = [
  ...globSync("{src,test,bench,docs,deploy,.github}/**/*.{ts,tsx,css,html,md,yml,yaml,json,lua,tpl,txt}"),
  ...globSync("{*.md,*.yml,*.yaml,.env.example,Dockerfile}"),
].filter((file) => !others.has(file) && !file.startsWith("test/ask/people/"));

test("no text and no comment has a phrase that reads like a translation", () => {
  const found = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => banned.flatMap((each) => problem(file, index + 1, line, each))),
  );
  expect(found.join("\n")).toBe("");
});

function problem(
  file: string,
  line: number,
  text: string,
  [phrase, better]: (typeof banned)[number],
): string[] {
  const [match] = phrase.exec(text) ?? [];
  return match === undefined ? [] : [`${file}:${line}: “${match.trim()}”: write ${better}.`];
}
