import { assert, constantFrom, ipV4, property } from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "../../src/lib/addresses.ts";
import { wordsIn } from "../support/rows.ts";

test.each(
  wordsIn(`
  1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.20.0.0 223.255.255.255
  2606:4700:4700::1111 2a00:1450:4001:800::200e ::ffff:1.1.1.1 ::ffff:101:101 64:ff9b::1.1.1.1
`),
)("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(
  wordsIn(`
  0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 127.0.0.1
  127.255.255.255 168.63.129.16 169.254.0.0 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.192
  192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::127.0.0.1 ::1.1.1.1 ::ffff:127.0.0.1
  ::ffff:7f00:1 0:0:0:0:0:ffff:a9fe:a9fe ::ffff:0:1.1.1.1 64:ff9b::127.0.0.1 64:ff9b::a00:1
  64:ff9b:1::1.1.1.1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 2002:101:101::1 3fff::1 4000::1 5f00::1
  fc00::1 fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1
`),
)("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  "",
  "localhost",
  "127.1",
  "2130706433",
  "0x7f000001",
  "017700000001",
  "1.1.1.1.",
  "[::1]",
  " 1.1.1.1",
])("%j is not an address, and so not public", (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test("an IPv6 address with an embedded IPv4 address is never more public than that one", () => {
  const prefixes = ["::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"];
  assert(
    property(ipV4(), constantFrom(...prefixes), (address, prefix) => {
      expect(isPublicAddress(address) || !isPublicAddress(`${prefix}${address}`)).toBe(true);
    }),
  );
});
