import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

test("the image starts the app like npm start, which also reads .env", async () => {
  const image = await readFile("Dockerfile", "utf8");
  const [, started] = /exec (node .*src\/main\.ts)$/.exec(packageJson.scripts.start) ?? [];
  const inImage = started?.replace(" --env-file-if-exists=.env", "");
  expect(inImage).not.toBe(started);
  expect(started).toMatch(/^node --/);
  expect(image).toContain(
    `CMD [${inImage
      ?.split(" ")
      .map((word) => `"${word}"`)
      .join(", ")}]\n`,
  );
});
