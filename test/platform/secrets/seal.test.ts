import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { SealingKeys, createSealer } from "../../../src/platform/secrets/seal.ts";

const text = "hunter2: with a colon, ünïcödé and  spaces ";
const purpose = "password r1";

function keysOf(...ids: string[]) {
  return SealingKeys.parse(ids.map((id) => `${id}:${randomBytes(32).toString("base64")}`).join(","));
}

const keys = keysOf("k1");
const sealer = createSealer(keys).forWorkspace("T1");

/** The error of opening. */
function refusal(open: () => string): AppError {
  try {
    open();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("It opened.");
}

function problems(text: string): string[] {
  return SealingKeys.safeParse(text).error?.issues.map(({ message }) => message) ?? [];
}

describe("a sealed text", () => {
  it("opens to the letter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, purpose) => {
        expect(sealer.open(sealer.seal(text, purpose), purpose)).toBe(text);
      }),
    );
  });

  it("shows how it was sealed and nothing of its content", () => {
    const sealed = sealer.seal(text, purpose);
    expect(sealed).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]+$/);
    expect(Buffer.from(sealed.split(".")[3] ?? "", "base64url").toString("latin1")).not.toContain("hunter2");
  });

  it("differs each time", () => {
    expect(sealer.seal(text, purpose)).not.toBe(sealer.seal(text, purpose));
  });

  it("does not open in another workspace", () => {
    const sealed = sealer.seal(text, purpose);
    const other = createSealer(keys).forWorkspace("T2");
    expect(refusal(() => other.open(sealed, purpose)).kind).toBe("auth");
  });

  it("does not open for another purpose", () => {
    const sealed = sealer.seal(text, purpose);
    expect(refusal(() => sealer.open(sealed, "password r2")).kind).toBe("auth");
  });

  it("opens with an older key that is still listed", () => {
    const sealed = sealer.seal(text, purpose);
    const rotated = createSealer([...keysOf("k2"), ...keys]).forWorkspace("T1");
    expect(rotated.open(sealed, purpose)).toBe(text);
    expect(rotated.seal(text, purpose)).toMatch(/^v1\.k2\./);
  });

  it("names its key if that is no longer listed", () => {
    const sealed = sealer.seal(text, purpose);
    const { kind, message } = refusal(() =>
      createSealer(keysOf("k2")).forWorkspace("T1").open(sealed, purpose),
    );
    expect([kind, message]).toEqual([
      "auth",
      "A sealed secret cannot be opened. Its key, k1, is not in ENCRYPTION_KEYS. Add it there, after the first.",
    ]);
  });

  it("does not open with another key of the same id, and says so", () => {
    const sealed = sealer.seal(text, purpose);
    const { message } = refusal(() => createSealer(keysOf("k1")).forWorkspace("T1").open(sealed, purpose));
    expect(message).toBe(
      "A sealed secret cannot be opened. It was changed, or sealed for something else, or the key k1 in ENCRYPTION_KEYS is another than the one it was sealed with.",
    );
  });

  it("does not open after a change of any character, and the refusal holds nothing of it", () => {
    const sealed = sealer.seal(text, purpose);
    // Not the last character: some of its bits belong to no byte.
    fc.assert(
      fc.property(fc.nat(sealed.length - 2), fc.constantFrom("A", "z", "0", "."), (at, put) => {
        fc.pre(sealed[at] !== put);
        const error = refusal(() => sealer.open(sealed.slice(0, at) + put + sealed.slice(at + 1), purpose));
        expect(error.kind).toBe("auth");
        expect(inspect(error)).not.toContain("hunter2");
      }),
    );
  });

  it.each(["", "hunter2", "v2.k1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA", "v1.k1.AAAA.AAAA"])(
    "is not %j",
    (sealed) => {
      expect(refusal(() => sealer.open(sealed, purpose)).message).toBe(
        "A sealed secret cannot be opened. This version of Quartermaster can't read its format.",
      );
    },
  );
});

describe("keys to seal with", () => {
  const key = "aHVudGVyMi1odW50ZXIyLWh1bnRlcjItaHVudGVyMi0=";

  it("keep their order and may have spaces around them", () => {
    expect(SealingKeys.parse(`k1:${key} , 2026-10:${key}`).map(({ id }) => id)).toEqual(["k1", "2026-10"]);
  });

  it("may be in the alphabet of addresses, and without padding", () => {
    const bytes = Buffer.from("fbff".repeat(16), "hex");
    const [first] = SealingKeys.parse(`k1:${bytes.toString("base64url")}`);
    expect(first?.key.export()).toEqual(bytes);
  });

  it("are refused all at once, by id or position, and no value is repeated", () => {
    const told = problems(`k1:hunter2,${key},k3:${key},:${key},k3:${key}`);
    expect(told).toEqual([
      "must hold 32 bytes in base64 for each key, and the one with the id k1 does not. Write k1: followed by what `openssl rand -base64 32` prints.",
      "must name each key, and entry 2 has no id of letters, digits, - and _ before a colon. Write k1: followed by what `openssl rand -base64 32` prints.",
      "must name each key, and entry 4 has no id of letters, digits, - and _ before a colon. Write k1: followed by what `openssl rand -base64 32` prints.",
      "has more than one key with the id k3. Give each its own.",
    ]);
    expect(told.join()).not.toMatch(/hunter2|aHVud/);
  });

  it("have 32 bytes, not one more or less", () => {
    for (const size of [0, 16, 31, 33, 64]) {
      expect(problems(`k1:${randomBytes(size).toString("base64")}`)).toHaveLength(1);
    }
  });

  it("show nothing of themselves", () => {
    const parsed = SealingKeys.parse(`k1:${key}`);
    expect(inspect(parsed, { depth: null }) + JSON.stringify(parsed)).not.toMatch(/hunter2|aHVud/);
  });
});
