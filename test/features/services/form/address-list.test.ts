import { expect, test } from "vitest";
import {
  isOpenToWorld,
  readAddresses,
  writeAddresses,
} from "../../../../src/features/services/form/endpoint-list.ts";

test("a line is an address or a range, then its description", () => {
  expect(readAddresses("203.0.113.0/24 the office, 2nd floor\n198.51.100.7\n2001:db8::/32\tv6")).toEqual({
    addresses: [
      { source: "203.0.113.0/24", description: "the office, 2nd floor" },
      { source: "198.51.100.7" },
      { source: "2001:db8::/32", description: "v6" },
    ],
    problems: [],
  });
});

test("any line ending is read, and blank lines and outer spaces are ignored", () => {
  const { addresses, problems } = readAddresses("\r\n  203.0.113.1  a \r\n\r\n \t\r\n::1\r\n");
  expect(addresses).toEqual([{ source: "203.0.113.1", description: "a" }, { source: "::1" }]);
  expect(problems).toEqual([]);
});

test("a problem names its line's number, counting blank lines", () => {
  expect(readAddresses("203.0.113.1\n\noffice\n10.0.0.0/33").problems).toEqual([
    "Line 3: “office” isn't an address. Enter one such as 203.0.113.0/24 office.",
    "Line 4: the number after the slash in “10.0.0.0/33” must be 0 to 32.",
  ]);
});

test.each([
  "203.0.113.0/0",
  "203.0.113.255/32",
  "255.255.255.255",
  "::/0",
  "2001:db8::1/128",
  "::ffff:203.0.113.1",
])("%s is an address or a range", (source) => {
  expect(readAddresses(source).problems).toEqual([]);
});

test.each([
  "203.0.113",
  "203.0.113.256",
  "203.0.113.01",
  "203.0.113.0/",
  "203.0.113.0/-1",
  "203.0.113.0/24/8",
  "203.0.113.0/٢٤",
  "2001:db8::/129",
  "fe80::1%eth0",
  "203.0.113.1,203.0.113.2",
  "example.com",
  "/24",
  "*",
])("%s is neither an address nor a range", (source) => {
  expect(readAddresses(source).problems).toHaveLength(1);
});

test.each([
  ["0.0.0.0/0", true],
  ["203.0.113.7/0", true],
  ["::/0", true],
  ["0.0.0.0/00", true],
  ["0.0.0.0", false],
  ["203.0.113.0/10", false],
  ["2001:db8::/100", false],
])("%s is open to the world: %s", (source, isOpen) => {
  expect(isOpenToWorld(readAddresses(source).addresses)).toBe(isOpen);
});

test("addresses are written as they were typed", () => {
  const text = "203.0.113.0/24 office\n2001:db8::/32\n198.51.100.7 vpn  and more";
  expect(writeAddresses(readAddresses(text).addresses)).toBe(text);
});
