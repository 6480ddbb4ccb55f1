import { expect, test } from "vitest";
import * as texts from "../../../../../src/features/alerts/hooks/mapping/texts.ts";
import { formatMapping, readMapping } from "../../../../../src/features/alerts/hooks/mapping/map.ts";

test.each([
  ["title=alert.name", { title: "alert.name" }],
  [
    "Title=alert.name state = status key=labels.0.value",
    { title: "alert.name", state: "status", key: "labels.0.value" },
  ],
  ['title="the alert.its name" body=text', { title: "the alert.its name", body: "text" }],
  ["title=“a b”", { title: "a b" }],
])("“%s” is read, and formatted so it reads back", (words, mapping) => {
  expect(readMapping(words, "checkout")).toEqual(mapping);
  expect(readMapping(formatMapping(mapping), "checkout")).toEqual(mapping);
});

test.each([
  ["alert.name", texts.mapNotPart("alert.name")],
  ["title=a.b and more", texts.mapNotPart("and more")],
  ["titel=a", `${texts.mapUnknownPart("titel")} Did you mean “title”?`],
  [
    "xyz=a",
    `${texts.mapUnknownPart("xyz")} Its parts are title, body, state, key, link, group, severity, firing and resolved.`,
  ],
  ["state=a", texts.mapNeedsTitle],
  ["title=a title=b", texts.mapTwice("title")],
  ["title=a..b", texts.notAPath("a..b")],
  ["title=a.<!channel>", texts.notAPath("a.<!channel>")],
  ['title=""', texts.notAPath("")],
  [`title=${"a".repeat(201)}`, texts.pathTooLong(200)],
])("“%s” is refused with a reason and an example", (words, problem) => {
  const reading = () => readMapping(words, "checkout");
  expect(reading).toThrow(problem);
  expect(reading).toThrow(texts.mapExample("checkout"));
});
