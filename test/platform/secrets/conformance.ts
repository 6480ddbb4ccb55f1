import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSecrets } from "../../../src/platform/secrets/secrets.ts";
import type { SecretScheme } from "../../../src/platform/secrets/scheme.ts";
import { failure } from "../../support/failure.ts";

/** A scheme with its store, and locators for each rule. */
export interface SchemeUnderTest {
  scheme: SecretScheme;
  /** Keeps a secret under the locator. */
  keep(locator: string, secret: string): Promise<void>;
  locators: { kept: string; empty: string; missing: string; malformed: string };
  /** Takes the store away, if that is possible. Called last, instead of `close`. */
  away?: () => Promise<void>;
  close(): Promise<void>;
}

/** A scheme that can write, with locators to write to. */
export interface WritableSchemeUnderTest extends SchemeUnderTest {
  writable: { target: string; malformed: string };
}

const secret = "s3cret: with a colon, ünïcödé and  spaces ";

/** The rules that hold for every secret scheme. */
export function describeSecretScheme(name: string, start: () => Promise<SchemeUnderTest>): void {
  describe(`the ${name}: scheme`, () => {
    let subject: SchemeUnderTest;
    beforeAll(async () => {
      subject = await start();
      await subject.keep(subject.locators.kept, secret);
      await subject.keep(subject.locators.empty, "");
    });
    afterAll(() => (subject.away ? undefined : subject.close()));

    it("is named by the text before the colon", () => {
      expect(subject.scheme.name).toBe(name);
      expect(subject.scheme.name).toMatch(/^[a-z][a-z0-9-]*$/);
    });

    it("reads a secret to the letter", async () => {
      await expect(subject.scheme.read(subject.locators.kept)).resolves.toBe(secret);
    });

    it("resolves as part of a reference", async () => {
      const secrets = createSecrets({ schemes: [subject.scheme] });
      await expect(secrets.resolve(`${name}:${subject.locators.kept}`)).resolves.toBe(secret);
    });

    it.each(["missing", "empty"] as const)(
      "fails as auth on a %s secret, naming the reference",
      async (which) => {
        const locator = subject.locators[which];
        const error = await failure(subject.scheme.read(locator));
        expect(error.kind).toBe("auth");
        expect(error.message).toContain(`${name}:${locator}`);
      },
    );

    it("fails as user on a malformed locator, without repeating it", async () => {
      const error = await failure(subject.scheme.read(subject.locators.malformed));
      expect(error.kind).toBe("user");
      expect(`${error.message} ${error.stack}`).not.toContain(subject.locators.malformed);
    });

    it("fails as upstream while its store is away, and no error holds a secret", async () => {
      const { scheme, locators, away } = subject;
      const errors = [
        await failure(scheme.read(locators.missing)),
        await failure(scheme.read(locators.empty)),
      ];
      await away?.();
      if (away) errors.push(await failure(scheme.read(locators.kept)));
      expect(errors.map(({ kind }) => kind)).toEqual(["auth", "auth", ...(away ? ["upstream"] : [])]);
      expect(inspect(errors, { depth: null })).not.toContain(secret);
    });
  });
}

/** The further rules of every scheme that can write. */
export function describeSecretWriting(name: string, start: () => Promise<WritableSchemeUnderTest>): void {
  describe(`writing to the ${name}: scheme`, () => {
    let subject: WritableSchemeUnderTest;
    beforeAll(async () => void (subject = await start()));
    afterAll(() => subject.close());

    it("keeps fields that can be read one by one, to the letter", async () => {
      const { scheme, writable } = subject;
      await scheme.write?.(writable.target, { password: secret, host: "orders.example.com" });
      await expect(scheme.read(`${writable.target}#password`)).resolves.toBe(secret);
      await expect(scheme.read(`${writable.target}#host`)).resolves.toBe("orders.example.com");
    });

    it("replaces everything, and so removes other fields", async () => {
      const { scheme, writable } = subject;
      await scheme.write?.(writable.target, { password: "first", host: "orders.example.com" });
      await scheme.write?.(writable.target, { password: "second" });
      await expect(scheme.read(`${writable.target}#password`)).resolves.toBe("second");
      expect((await failure(scheme.read(`${writable.target}#host`))).kind).toBe("auth");
    });

    it("works by reference, and drops the cached secret", async () => {
      const secrets = createSecrets({ schemes: [subject.scheme] });
      const reference = `${name}:${subject.writable.target}`;
      await secrets.write(reference, { password: "first" });
      await secrets.resolve(`${reference}#password`);
      await secrets.write(reference, { password: "second" });
      await expect(secrets.resolve(`${reference}#password`)).resolves.toBe("second");
    });

    it("deletes everything, and succeeds if it is gone already", async () => {
      const { scheme, writable } = subject;
      await scheme.write?.(writable.target, { password: secret, host: "orders.example.com" });
      await scheme.remove?.(writable.target);
      expect((await failure(scheme.read(`${writable.target}#password`))).kind).toBe("auth");
      await scheme.remove?.(writable.target);
      await scheme.write?.(writable.target, { password: "again" });
      await expect(scheme.read(`${writable.target}#password`)).resolves.toBe("again");
      expect((await failure(scheme.remove?.(writable.malformed))).kind).toBe("user");
    });

    it("fails as user on a malformed locator, repeating neither it nor the secret", async () => {
      const { scheme, writable } = subject;
      const error = await failure(scheme.write?.(writable.malformed, { password: secret }));
      expect(error.kind).toBe("user");
      expect(inspect(error)).not.toContain(writable.malformed);
      expect(inspect(error)).not.toContain(secret);
    });
  });
}

/** The kind and the message of a call's failure. */
export async function told(call: Promise<unknown> | undefined): Promise<string> {
  const { kind, message } = await failure(call);
  return `${kind}: ${message}`;
}
