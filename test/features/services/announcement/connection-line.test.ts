import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { KnownEndpoint } from "../../../../src/features/services/provisioning/progress.ts";
import { connectionLine } from "../../../../src/features/services/announcement/endpoints.ts";

const host = "abc123.eu-west-1.db.example.com";

test.each<[KnownEndpoint, string]>([
  [
    { protocol: "mysql", host, port: 3306, username: "default" },
    `mysql --host=${host} --port=3306 --user=default --password`,
  ],
  [{ protocol: "MySQL", host, username: "default" }, `mysql --host=${host} --user=default --password`],
  [
    { protocol: "https", host, port: 8443, username: "default" },
    `curl --user 'default' 'https://${host}:8443/'`,
  ],
  [{ protocol: "https", host, port: 8443 }, `curl 'https://${host}:8443/'`],
  [{ protocol: "http", host: "10.0.0.7", port: 8123, username: "" }, "curl 'http://10.0.0.7:8123/'"],
  [
    { protocol: "nativesecure", host, port: 9440, username: "default" },
    `nativesecure://default@${host}:9440`,
  ],
  [{ protocol: "native", host: "2001:db8::7", port: 9000 }, "native://[2001:db8::7]:9000"],
  [{ host, port: 9440 }, `${host}:9440`],
])("%j is reached with %s", (endpoint, line) => {
  expect(connectionLine(endpoint).line).toBe(line);
});

test("when the cloud names no user for mysql, the line says where to put one", () => {
  expect(connectionLine({ protocol: "mysql", host, port: 3306 })).toMatchObject({
    line: `mysql --host=${host} --port=3306 --user=USER --password`,
    note: "Replace USER with your user name.",
  });
});

test.each<[KnownEndpoint, string]>([
  [{}, "The cloud names no host for it."],
  [{ protocol: "https", port: 8443 }, "The cloud names no host for it."],
  [{ protocol: "https", host: "a b" }, "No command: this doesn't look like an address: a b."],
  [{ protocol: "https", host, port: 0 }, `No command: this doesn't look like an address: ${host}, port 0.`],
  [
    { protocol: "mysql", host, port: 3306, username: "--init-command=x" },
    `No command: this doesn't look like an address: user --init-command=x at ${host}, port 3306.`,
  ],
])("%j has no line to copy, and says why", (endpoint, note) => {
  expect(connectionLine(endpoint)).toMatchObject({ note });
  expect(connectionLine(endpoint).line).toBeUndefined();
});

const hostile = [
  "-oProxy",
  "$(id)",
  "`id`",
  "a;id",
  "a'b",
  'a"b',
  "a b",
  "a\nb",
  "<!channel>",
  "..",
  "a\\",
  "%n",
  "[a]",
  "*",
];
const word = fc.oneof(
  fc.constantFrom(...hostile),
  fc.string(),
  fc.domain(),
  fc.ipV6(),
  fc.constantFrom("mysql", "https"),
);
const anyEndpoint = fc.record(
  {
    protocol: word,
    host: word,
    port: fc.oneof(fc.integer(), fc.double(), fc.constant(8443)),
    username: word,
  },
  { requiredKeys: [] },
);

test("whatever the cloud sends, a shell reads a line as one plain command and expands nothing in it", () => {
  const lines = fc.sample(anyEndpoint, 3_000).flatMap((endpoint) => connectionLine(endpoint).line ?? []);
  expect(lines.length).toBeGreaterThan(50);
  // A shell prints each line's words, which shows any expansion.
  const script = lines.map((line) => `set -- ${line}; printf '%s\\n' "$*"`).join("\n");
  const printed = execFileSync("/bin/sh", ["-f"], { input: script }).toString().trimEnd().split("\n");
  expect(printed).toEqual(lines.map((line) => line.replaceAll("'", "")));
  expect(lines.filter((line) => !/^[\w.:@/=+[\]' -]+$/.test(line))).toEqual([]);
});
