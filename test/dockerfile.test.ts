import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../package.json" with { type: "json" };

const image = await readFile("Dockerfile", "utf8");

/** The JSON array behind one of the image's words. */
function wordsOf(instruction: string): string[] {
  const [, array = "null"] = new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(image) ?? [];
  return z.array(z.string()).parse(JSON.parse(array));
}

test("the image starts the app like npm start, which also reads .env", () => {
  const [, started = ""] = /exec "[^"]+" (.*)$/.exec(packageJson.scripts.start) ?? [];
  const inImage = started.replace("--env-file-if-exists=.env ", "");
  expect(inImage).not.toBe(started);
  expect(wordsOf("CMD").join(" ")).toBe(inImage);
  const compiling = wordsOf('RUN(?= .*"-e")');
  // Compiled code is accepted by a start with the same flags only.
  expect(compiling.at(-1)).toContain(
    `[${inImage
      .split(" ")
      .map((word) => `'${word}'`)
      .join(", ")}]`,
  );
});

test("the image sets for the memory allocator what npm start sets", () => {
  const settings = packageJson.scripts.start.match(/\bMALLOC_\w+=\d+/g) ?? [];
  expect(settings).not.toEqual([]);
  for (const setting of settings) expect(image).toContain(`\nENV ${setting}\n`);
});

test("every command in the image is Node itself, because the image has no shell", () => {
  const [, last = ""] = image.split("FROM ${BASE}");
  const commands = [...last.matchAll(/^(?:RUN|ENTRYPOINT|CMD|\s+CMD) (.*)$/gm)].map(([, words]) => words);
  expect(commands).toHaveLength(5);
  expect(commands.every((words) => words?.startsWith("["))).toBe(true);
  expect(wordsOf("RUN")[0]).toBe("/nodejs/bin/node");
  expect(wordsOf("ENTRYPOINT")).toEqual(["/nodejs/bin/node"]);
});

test("the image's user is the one that the docs give secrets to", async () => {
  expect(image).toContain("\nUSER 65532:65532\n");
  const texts = await Promise.all(
    ["README.md", "docs/troubleshooting.md", "compose.yaml"].map((path) => readFile(path, "utf8")),
  );
  for (const text of texts) expect(text).toContain("user 65532");
});

test("Redis in compose.yaml has a password, which is in no command line", async () => {
  const text = await readFile("compose.yaml", "utf8");
  const compose = z
    .object({ services: z.record(z.string(), z.looseObject({ secrets: z.array(z.string()) })) })
    .parse(parse(text));
  expect(compose.services["redis"]?.secrets).toContain("redis_password");
  expect(compose.services["app"]?.secrets).toContain("redis_password");
  expect(text).not.toContain("--requirepass");
});

test("compose.yaml keeps secrets out of the environment, opens no port to others, and names one Redis", async () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(parse(await readFile("compose.yaml", "utf8")));
  const { environment, ports } = z
    .object({ environment: z.record(z.string(), z.string()), ports: z.array(z.string()) })
    .parse(services["app"]);
  const kept = Object.keys(environment).filter((name) => /KEY|TOKEN|SECRET|PASSWORD/.test(name));
  expect(kept.filter((name) => !/_(?:REF|FILE)$/.test(name))).toEqual([]);
  expect(kept).toContain("ENCRYPTION_KEYS_FILE");
  expect(kept).toContain("SLACK_BOT_TOKEN_FILE");
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  expect(services["redis"]?.["image"]).toMatch(/^\$\{REDIS_IMAGE:-redis:\d+\.\d+\.\d+-alpine\}$/);
});
