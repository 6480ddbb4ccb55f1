/** A body without the line that names its group, and the group. */
export interface GroupedBody {
  group?: string;
  body: string;
}

// A resolve says on the same line that it is one. Greedy: the values of a group may hold quotation marks. Of two ways to
// read the same spaces, a long line of them would be read in all combinations.
const groupLine = /^\s*Group: "([^\n]*)"(?: - ([^"\n]*)|[^\S\n]*)(?:\n|$)/;

/** Takes the line `Group: "Service:api, Region:eu"` off the beginning of a body. */
export function takeGroup(text: string): GroupedBody {
  const found = groupLine.exec(text);
  if (!found) return { body: text };
  const rest = text.slice(found[0].length);
  const said = found[2]?.trim() ?? "";
  return { group: found[1], body: said === "" ? rest : `${said}\n${rest}`.trimEnd() };
}
