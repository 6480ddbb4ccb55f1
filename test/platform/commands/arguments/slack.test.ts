import { expect, test } from "vitest";
import type { ArgumentKind } from "../../../../src/platform/commands/arguments/kind.ts";
import {
  groupKind,
  namedChannelKind,
  personKind,
} from "../../../../src/platform/commands/arguments/slack.ts";
import { oneLine } from "../../../../src/lib/text.ts";

const kinds = { person: personKind, group: groupKind, channel: namedChannelKind } as const;

/** What a kind takes, and the words that are left. */
function taken(kind: ArgumentKind, words: string, mark = "") {
  const found = kind.take(words, mark);
  return found && [found.value, oneLine(found.rest)];
}

test.each([
  ["person", "<@U1|ada>", "U1", ""],
  ["person", "orders <@W2> last week", "W2", "orders last week"],
  ["person", "orders to <@u3|ada>", "U3", "orders"],
  ["group", "<!subteam^S1|@oncall>", "S1", ""],
  ["group", "operator for <!subteam^S1>", "S1", "operator"],
  ["channel", "<#C1|databases> viewer", "C1", "viewer"],
  ["channel", "in <#G2>", "G2", ""],
] as const)("as a %s, %j is %s", (name, words, id, rest) => {
  const kind = kinds[name];
  expect(taken(kind, words)).toEqual([id, rest]);
  expect(taken(kind, kind.write(id))).toEqual([id, ""]);
});

test("a token may have its mark before it", () => {
  expect(taken(groupKind, "orders team <!subteam^S1|@dba>", "team")).toEqual(["S1", "orders"]);
  expect(taken(groupKind, "orders <!subteam^S1|@dba>", "team")).toEqual(["S1", "orders"]);
  expect(taken(groupKind, "steam <!subteam^S1>", "team")).toEqual(["S1", "steam"]);
});

test.each([
  ["person", "orders"],
  ["person", "<!subteam^S1|@oncall>"],
  ["person", "ada@example.com"],
  ["group", "<@U1|ada>"],
  ["channel", "databases"],
] as const)("a %s isn't in %j", (name, words) => {
  expect(taken(kinds[name], words)).toBeUndefined();
});

test.each([
  ["person", "grant @sam", "I can't tell who “@sam” is."],
  ["person", "<@U1> <@U2>", "Name one person only."],
  ["group", "@oncall", "I can't tell who “@oncall” is."],
  ["group", "<!subteam^S1> <!subteam^S2>", "Name one user group only."],
  ["channel", "#databases", "I can't tell which channel “#databases” is."],
  ["channel", "<#C1> <#C2>", "Name one channel only."],
] as const)("as a %s, %j is refused", (name, words, problem) => {
  expect(() => taken(kinds[name], words)).toThrow(problem);
});
