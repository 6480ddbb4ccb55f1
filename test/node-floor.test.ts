import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { isAtFloor, nodeTroubles } from "../src/lib/version.ts";

test.each([
  ["24.22.3", true],
  ["v24.22.3", true],
  ["24.23.0", true],
  ["26.13.1", true],
  ["26.14.0", true],
  ["24.22.2", false],
  ["24.21.0", false],
  ["26.13.0", false],
  ["20.20.2", false],
  ["25.9.0", false],
  ["27.0.0", false],
  ["24.23.0-nightly", false],
  ["", false],
])("Node %s is at the floor: %s", (version, isIt) => {
  expect(isAtFloor(version)).toBe(isIt);
  expect(nodeTroubles(version)).toHaveLength(isIt ? 0 : 1);
});

const root = join(import.meta.dirname, "..");

/** Which Node `npm start` runs on, with programs of these versions in the PATH, in order. */
function chosen(programs: readonly { folder: string; version: string }[]): string {
  const top = mkdtempSync(join(tmpdir(), "node-floor-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const folders = programs.map(({ folder, version }) => {
    const path = join(top, folder);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "node"), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(path, "node"), 0o755);
    return path;
  });
  const env = { PATH: folders.join(delimiter) };
  const printed = execFileSync(process.execPath, [join(root, "build/host-node.ts")], {
    env,
    encoding: "utf8",
  });
  return printed === process.execPath ? "npm's" : printed.slice(top.length + 1);
}

const npms = { folder: "node_modules/.bin", version: "v24.21.0" };

test("npm start takes the machine's Node if it is at the floor, and else npm's", () => {
  expect(chosen([npms, { folder: "usr", version: "v24.22.3" }])).toBe(join("usr", "node"));
  expect(chosen([npms, { folder: "usr", version: "v26.13.1" }])).toBe(join("usr", "node"));
  expect(chosen([npms, { folder: "usr", version: "v20.20.2" }])).toBe("npm's");
  expect(chosen([npms, { folder: "usr", version: "nonsense" }])).toBe("npm's");
  // The first one is what the machine would run.
  const first = { folder: "first", version: "v24.1.0" };
  expect(chosen([npms, first, { folder: "usr", version: "v24.22.3" }])).toBe("npm's");
  expect(chosen([npms])).toBe("npm's");
});

test("the image and the start go by the declared floor", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(scripts.start).toContain('exec "$(node build/host-node.ts)"');
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toContain(
    'RUN ["/nodejs/bin/node", "dist/check-node.js"]',
  );
});
