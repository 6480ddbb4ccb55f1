import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hclBlock, hclComment, hclName, hclString } from "../../src/features/services/terraform/hcl.ts";
import { hostileNames } from "../platform/blocks/hostile.ts";
import { unicodeText } from "../support/unicode-text.ts";

const hostile = fc.oneof(
  unicodeText(),
  fc.stringMatching(/^[$%{}"\\\n~a]{0,12}$/),
  fc.constantFrom(
    ...hostileNames,
    '${file("/etc/passwd")}',
    "%{ if true }",
    "$${a}",
    "$$${a}",
    "\\${a}",
    '"\n}\n',
  ),
);

/** What Terraform reads from a quoted text, by the language's specification. Fails on a template. */
function readString(written: string): string {
  const body = /^"((?:[^"\\]|\\.)*)"$/su.exec(written)?.[1];
  if (body === undefined) throw new Error(`not one text: ${written}`);
  let read = "";
  for (let at = 0; at < body.length;) {
    const rest = body.slice(at);
    const [escape, hex] = /^\\(?:u([\da-f]{4})|U([\da-f]{8})|[nrt"\\])/.exec(rest)?.filter(Boolean) ?? [];
    if (/^[$%]\{/.test(rest)) throw new Error(`a template: ${written}`);
    if (/^([$%])\1\{/.test(rest)) {
      read += rest.slice(1, 3);
      at += 3;
    } else if (escape !== undefined) {
      const plain: Record<string, string> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };
      read += hex === undefined ? plain[escape[1] ?? ""] : String.fromCodePoint(Number.parseInt(hex, 16));
      at += escape.length;
    } else {
      if (/^[\\\n\r]/.test(rest)) throw new Error(`a raw ${JSON.stringify(rest[0])}`);
      read += rest[0];
      at += 1;
    }
  }
  return read;
}

test("Terraform reads any text as it was, and finds no template in it", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(readString(hclString(text))).toBe(text.toWellFormed());
    }),
    { numRuns: 2_000 },
  );
});

test("a comment never ends before its text does", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const line of hclComment(text).split(/[\n\r\u0085\u2028\u2029]/)) expect(line).toMatch(/^#/);
    }),
  );
});

test("names become different identifiers", () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 8 }), (names) => {
      const taken = new Set<string>();
      const labels = names.map((name) => hclName(name, taken));
      expect(new Set(labels).size).toBe(names.length);
      for (const label of labels) expect(label).toMatch(/^[a-z_][a-z0-9_]*$/);
    }),
  );
});

test("equals signs are in one column, except around attributes of several lines", () => {
  const addresses = [{ source: "10.0.0.0/8" }];
  expect(hclBlock("resource", { name: "a", idle_scaling: true, ip: addresses, n: 3 })).toBe(`resource {
  name         = "a"
  idle_scaling = true
  ip = [
    {
      source = "10.0.0.0/8"
    },
  ]
  n = 3
}`);
});
