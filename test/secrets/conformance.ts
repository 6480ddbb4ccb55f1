import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { createSecrets } from "../../src/secrets/index.ts";
import type { SecretScheme } from "../../src/secrets/scheme.ts";

/** A scheme with a place where it keeps secrets, and locators that show all it must be able to. */
export interface SchemeUnderTest {
  scheme: SecretScheme;
  /** Keeps a secret under the locator. */
  keep(locator: string, secret: string): Promise<void>;
  locators: { kept: string; empty: string; missing: string; malformed: string };
  close(): Promise<void>;
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
    afterAll(() => subject.close());

    it("is named by what stands before the colon", () => {
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

    it("fails as user on a locator that it cannot be, without repeating it", async () => {
      const error = await failure(subject.scheme.read(subject.locators.malformed));
      expect(error.kind).toBe("user");
      expect(`${error.message} ${error.stack}`).not.toContain(subject.locators.malformed);
    });
  });
}

/** The AppError that a promise fails with. */
export async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof AppError) return error;
  throw new Error("No AppError came", { cause: error });
}
