/** What is wrong with a filter of terms such as `field:value`, as its writer reads it; undefined where a server can read it. */
export function filterProblem(filter: string): string | undefined {
  const unescaped = filter.replace(/\\./g, "x");
  if (countOf(unescaped, '"') % 2 === 1) return "A quote is opened and not closed: put one at the end.";
  const bare = unescaped.replace(/"[^"]*"/g, "quoted");
  if (countOf(bare, "(") !== countOf(bare, ")")) return "The parentheses do not match: one is missing.";
  for (const term of termsOf(bare)) {
    if (term.startsWith(":")) return "Before the colon stands a field, as in level:error.";
    if (/^[^:]+:$/.test(term)) return "After the colon stands a value, without a space, as in level:error.";
  }
  return undefined;
}

/** True for words that name no field: servers then look for them in all text. */
export function isFreeText(filter: string): boolean {
  return filter.trim() !== "" && !filter.includes(":");
}

/** Without what only joins or negates them; a group after a colon is a value. */
function termsOf(bare: string): string[] {
  return bare
    .replaceAll(":(", ":group (")
    .split(/[\s()]+/)
    .flatMap((term) => term.replace(/^[-+!]/, "") || []);
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}
