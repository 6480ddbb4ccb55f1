import { expect, test } from "vitest";
import { formatMapping, readMapping } from "../../../../../src/features/alerts/hooks/mapping/map.ts";

test.each([
  ["title=alert.name", { title: "alert.name" }],
  [
    "Title=alert.name state = status key=labels.0.value",
    { title: "alert.name", state: "status", key: "labels.0.value" },
  ],
  ['title="the alert.its name" body=text', { title: "the alert.its name", body: "text" }],
  ["title=“a b”", { title: "a b" }],
])("“%s” is read, and formatted so that it reads back", (words, mapping) => {
  expect(readMapping(words, "checkout")).toEqual(mapping);
  expect(readMapping(formatMapping(mapping), "checkout")).toEqual(mapping);
});

test.each([
  ["alert.name", "“alert.name” is no part with its path."],
  ["title=a.b and more", "“and more” is no part with its path."],
  ["titel=a", "An alert has no “titel”. Did you mean “title”?"],
  ["xyz=a", "An alert has no “xyz”. It has title, body, state, key, link, group and severity."],
  ["state=a", "A mapping needs at least the title's path."],
  ["title=a title=b", "“title” is there twice."],
  ["title=a..b", "“a..b” is no path: names, or numbers for lists, with single dots between them."],
  ["title=a.<!channel>", "“a.<!channel>” is no path"],
  ['title=""', "“” is no path"],
  [`title=${"a".repeat(201)}`, "A path has at most 200 characters."],
])("“%s” is refused with a reason and an example", (words, problem) => {
  const reading = () => readMapping(words, "checkout");
  expect(reading).toThrow(problem);
  expect(reading).toThrow("For example: `/db hook map checkout title=alert.name state=alert.status`.");
});
