import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { envScheme, fileScheme } from "../../../src/platform/secrets/host.ts";
import { createSecrets } from "../../../src/platform/secrets/secrets.ts";
import { CredentialReference, splitReference } from "../../../src/platform/secrets/reference.ts";
import { failure } from "../../support/failure.ts";

describe("a credential reference", () => {
  it.each(["env:ACME_KEY_SECRET", "file:/run/secrets/acme", "vault:kv/data/acme#secret", "a-2:b:c d"])(
    "is written scheme:locator, as in %s",
    (text) => {
      const { scheme, locator } = splitReference(CredentialReference.parse(text));
      expect(`${scheme}:${locator}`).toBe(text);
    },
  );

  it.each([
    "",
    "hunter2",
    "env:",
    "env: X",
    ":X",
    "Env:X",
    "1:x",
    "https//x",
    "env:a\nb",
    `env:${"a".repeat(500)}`,
  ])("is not %j", (text) => {
    expect(CredentialReference.safeParse(text).success).toBe(false);
  });

  it("may have spaces around it", () => {
    expect(CredentialReference.parse(" env:A\n")).toBe("env:A");
  });

  it("is never repeated in a refusal, because it may be the secret itself", () => {
    const pasted = fc.string({ minLength: 6 }).filter((text) => !CredentialReference.safeParse(text).success);
    fc.assert(
      fc.property(pasted, (text) => {
        const marked = `#${text}hunter2`;
        expect(JSON.stringify(CredentialReference.safeParse(marked).error)).not.toContain("hunter2");
      }),
    );
  });
});

/** Secrets of an environment and a clock that the test sets. `reads` counts. */
function start(environment: Record<string, string> = { A: "s3cret" }) {
  const clock = { now: 0 };
  const env = envScheme(environment);
  const reads: string[] = [];
  const counting = { name: "env", read: (locator: string) => (reads.push(locator), env.read(locator)) };
  return {
    clock,
    environment,
    reads,
    secrets: createSecrets({ schemes: [counting, fileScheme], now: () => clock.now }),
  };
}

describe("secrets", () => {
  it("stay in memory for a minute", async () => {
    const { clock, environment, secrets } = start();
    await secrets.resolve("env:A");
    environment["A"] = "changed";
    clock.now = 59_999;
    await expect(secrets.resolve("env:A")).resolves.toBe("s3cret");
    clock.now = 60_000;
    await expect(secrets.resolve("env:A")).resolves.toBe("changed");
  });

  it("are read again after they are forgotten", async () => {
    const { environment, secrets } = start();
    await secrets.resolve("env:A");
    environment["A"] = "changed";
    secrets.forget("env:A");
    await expect(secrets.resolve("env:A")).resolves.toBe("changed");
  });

  it("are read once for all callers at the same time", async () => {
    const { reads, secrets } = start();
    await Promise.all([secrets.resolve("env:A"), secrets.resolve("env:A"), secrets.resolve("env:A")]);
    expect(reads).toEqual(["A"]);
  });

  it("are not remembered as missing", async () => {
    const { environment, secrets } = start({});
    await failure(secrets.resolve("env:A"));
    environment["A"] = "s3cret";
    await expect(secrets.resolve("env:A")).resolves.toBe("s3cret");
  });

  it("are cached by instance", async () => {
    await start({ A: "one" }).secrets.resolve("env:A");
    await expect(start({ A: "two" }).secrets.resolve("env:A")).resolves.toBe("two");
  });

  it("name the known schemes and not the text if the scheme is unknown", async () => {
    const error = await failure(start().secrets.resolve("vault:hunter2"));
    expect(error.kind).toBe("user");
    expect(error.message).toBe("That reference doesn't begin with a scheme that I know: env: and file:.");
  });

  it("refuse to write to a read-only scheme, with an example", async () => {
    const error = await failure(start().secrets.write("env:A", { password: "hunter2" }));
    expect([error.kind, error.message]).toEqual([
      "user",
      "What begins with env: can only be read. To write, give a reference such as vault:kv/data/databases/orders.",
    ]);
  });

  it("refuse a text that is not a reference, without repeating it", async () => {
    const error = await failure(start().secrets.resolve("hunter2"));
    expect(error.kind).toBe("user");
    expect(error.message).toBe(
      "Give a reference to the secret, such as env:ACME_KEY_SECRET or file:/run/secrets/acme.",
    );
  });
});
