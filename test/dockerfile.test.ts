import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

test("the image starts the app with the flags of npm start", async () => {
  const image = await readFile("Dockerfile", "utf8");
  const [, started] = /exec (node .*src\/main\.ts)$/.exec(packageJson.scripts.start) ?? [];
  expect(started).toMatch(/^node --/);
  expect(image).toContain(
    `CMD [${started
      ?.split(" ")
      .map((word) => `"${word}"`)
      .join(", ")}]\n`,
  );
});
