import { expect, test } from "vitest";
import { readEndpoints, writeEndpoints } from "../../../../src/features/services/form/endpoint-list.ts";

test("a line is a protocol, on or off; the protocol alone switches it on", () => {
  expect(readEndpoints("mysql on\r\n\n  native   OFF \nhttps")).toEqual({
    endpoints: [
      { protocol: "mysql", enabled: true },
      { protocol: "native", enabled: false },
      { protocol: "https", enabled: true },
    ],
    problems: [],
  });
});

test("a problem names its line's number, counting blank lines", () => {
  expect(readEndpoints("mysql\n\nnative maybe\nhttps on please").problems).toEqual([
    "Line 3: write on or off after the protocol, such as mysql on.",
    "Line 4: write on or off after the protocol, such as mysql on.",
  ]);
});

test("a protocol that is listed twice is a problem, whatever its case", () => {
  expect(readEndpoints("mysql on\nmysql off").problems).toEqual(["Line 2: mysql is listed twice."]);
  expect(readEndpoints("mysql on\nMySQL off").problems).toEqual(["Line 2: MySQL is listed twice."]);
});

test.each(["constructor", "toString", "__proto__"])("the word %s is neither on nor off", (word) => {
  expect(readEndpoints(`mysql ${word}`).problems).toHaveLength(1);
});

test("written endpoints read the same again", () => {
  const { endpoints } = readEndpoints("mysql\nnative off");
  expect(writeEndpoints(endpoints)).toBe("mysql on\nnative off");
  expect(readEndpoints(writeEndpoints(endpoints)).endpoints).toEqual(endpoints);
});
