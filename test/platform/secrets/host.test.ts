import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { envScheme, fileScheme } from "../../../src/platform/secrets/host.ts";
import { failure } from "../../support/failure.ts";
import { describeSecretScheme } from "./conformance.ts";

describeSecretScheme("file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "secrets-"));
  return {
    scheme: fileScheme,
    keep: (locator, secret) => writeFile(locator, secret),
    locators: {
      kept: join(folder, "kept"),
      empty: join(folder, "empty"),
      missing: join(folder, "missing"),
      malformed: "run/secrets/hunter2",
    },
    close: () => rm(folder, { recursive: true }),
  };
});

describe("a secret's file", () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "secrets-"))));
  afterAll(() => rm(folder, { recursive: true }));

  async function file(name: string, content: string | Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it.each([
    ["line", "s3cret\n", "s3cret"],
    ["line-of-windows", "s3cret\r\n", "s3cret"],
    ["lines", "one\ntwo\n\n", "one\ntwo\n"],
    ["no-line", " s3cret ", " s3cret "],
  ])("loses one line break at its end and nothing else: %s", async (name, content, secret) => {
    await expect(fileScheme.read(await file(name, content))).resolves.toBe(secret);
  });

  it("may be a link to it, as container platforms make them", async () => {
    const link = join(folder, "link");
    await symlink(await file("target", "s3cret"), link);
    await expect(fileScheme.read(link)).resolves.toBe("s3cret");
  });

  it("may have 64 KiB and not a byte more", async () => {
    const largest = "a".repeat(64 * 1024);
    await expect(fileScheme.read(await file("largest", largest))).resolves.toBe(largest);
    const error = await failure(fileScheme.read(await file("larger", `${largest}a`)));
    expect(error.message).toMatch(/^The file of file:\S+larger is larger than 64 KiB\./);
  });

  it("is text", async () => {
    const error = await failure(fileScheme.read(await file("binary", Buffer.from([0xff, 0xfe, 0xc3]))));
    expect(error.message).toContain("is not UTF-8 text");
  });

  it("is empty if it holds only a line break", async () => {
    expect((await failure(fileScheme.read(await file("blank", "\n")))).message).toContain("is empty");
  });

  it("is not a folder or a pipe", async () => {
    const pipe = join(folder, "pipe");
    await promisify(execFile)("mkfifo", [pipe]);
    expect((await failure(fileScheme.read(folder))).message).toContain("is not a file");
    expect((await failure(fileScheme.read(pipe))).message).toContain("is not a file");
  });

  it("says that it is not there", async () => {
    expect((await failure(fileScheme.read(join(folder, "none")))).message).toContain("is not there");
    const inAFile = join(await file("plain", "s3cret"), "below");
    expect((await failure(fileScheme.read(inAFile))).message).toContain("is not there");
  });

  it("is not one of the system's files about processes, even through a link", async () => {
    const link = join(folder, "environ");
    await symlink("/proc/self/environ", link);
    for (const path of [
      "/proc/self/environ",
      "/run/../proc/self/environ",
      "/dev/fd/../../proc/self/environ",
      link,
    ])
      expect((await failure(fileScheme.read(path))).message).toMatch(
        /is (none that secrets are kept in|not there)/,
      );
  });

  it("says what keeps it from being read", async () => {
    const error = await failure(fileScheme.read(join(folder, "n".repeat(300))));
    expect(error.message).toContain("cannot be read (ENAMETOOLONG)");
  });
});

describeSecretScheme("env", async () => {
  const environment: Record<string, string> = {};
  return {
    scheme: envScheme(environment),
    keep: async (locator, secret) => void (environment[locator] = secret),
    locators: {
      kept: "ACME_KEY_SECRET",
      empty: "ACME_EMPTY",
      missing: "ACME_MISSING",
      malformed: "acme-key=hunter2",
    },
    close: async () => {},
  };
});

it("the env: scheme reads no property that is not a variable", async () => {
  expect((await failure(envScheme({}).read("toString"))).kind).toBe("auth");
});
