const number = String.raw`[-+]?\d[\d.,]*(?:e[-+]?\d+)?`;
const unit = String.raw`(?:%|ms|s|sec|min|h|[kmgtp]i?b|b|rps|qps|req\/s)`;

// Greedy up to the last quotation mark: names may hold some of their own, what comes after has none.
const quoted = /^Alert for "(.+)"(?:\s+-\s[^"]*)?$/i;
// What was measured, where it ends a title: "- 12 lines found", "- 2432 exceeds 2000", "(93.2%)", ": 4.5 s".
const linesFound = new RegExp(String.raw`\s+[-–—]\s+${number} lines found$`, "i");
const compared = new RegExp(String.raw`\s+[-–—]\s+${number} [a-z ]{4,30} ${number}(?: and ${number})?$`, "i");
const measured = new RegExp(
  String.raw`(?:\s+[-–—]|:|\s+is(?: at)?|\s+at|\s*\((?:value:?|now:?)?)\s*(?:${number}\s?${unit}|[-+]?\d+\.\d+)\)?$`,
  "i",
);

/** What an alert is called whatever its value, going by a title on one line: `Errors in API` of `Alert for "Errors" in "API" - 7 exceeds 5`. */
export function nameIn(title: string): string {
  const name = quoted.exec(title)?.[1]?.replaceAll('" in "', " in ");
  if (name !== undefined) return name;
  for (const end of [linesFound, compared, measured]) {
    const start = title.search(end);
    if (start > 0) return title.slice(0, start);
  }
  return title;
}
