import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withSecretFiles } from "../../../src/app/config/config.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quartermaster-secrets-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(text: string): Promise<string> {
  const path = join(folder, "secret");
  await writeFile(path, text);
  return path;
}

test("a secret may be in a file, and an empty file counts as no setting", async () => {
  const SLACK_BOT_TOKEN_FILE = await file("xoxb-1\n");
  const read = withSecretFiles({ SLACK_BOT_TOKEN_FILE });
  expect([read.environment["SLACK_BOT_TOKEN"], read.problems]).toEqual(["xoxb-1", []]);
  await file("\n");
  expect(withSecretFiles({ SLACK_BOT_TOKEN_FILE }).environment["SLACK_BOT_TOKEN"]).toBe("");
});

test("a secret that is set twice, and a file that can't be read, are problems without the secret", async () => {
  const both = { SLACK_BOT_TOKEN: "xoxb-2", SLACK_BOT_TOKEN_FILE: await file("xoxb-1") };
  expect(withSecretFiles(both).problems).toEqual([
    "- SLACK_BOT_TOKEN and SLACK_BOT_TOKEN_FILE are both set. Remove one of them.",
  ]);
  expect(withSecretFiles({ ENCRYPTION_KEYS_FILE: join(folder, "none") }).problems).toEqual([
    "- ENCRYPTION_KEYS_FILE names a file that can't be read (ENOENT). The container runs as user 65532.",
  ]);
});

test("only secrets may be in files", () => {
  expect(withSecretFiles({ PORT_FILE: join(folder, "none") })).toEqual({
    environment: { PORT_FILE: join(folder, "none") },
    problems: [],
  });
});
