/** Runs tests and writes every text that they produce to texts.txt: `npm run texts [-- test/features/costs]`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { SeenText } from "./text.ts";

const directory = mkdtempSync(join(tmpdir(), "texts-"));
const { status } = spawnSync(
  "vitest",
  ["run", "--config", "test/texts.config.ts", "--reporter", "dot", ...process.argv.slice(2)],
  { stdio: "inherit", env: { ...process.env, TEXTS_DIRECTORY: directory } },
);

const texts = readdirSync(directory)
  .flatMap((file) => readFileSync(join(directory, file), "utf8").trimEnd().split("\n"))
  .map((line) => SeenText.parse(JSON.parse(line)));
rmSync(directory, { recursive: true });

/** Each text once, by surface and by the test that came first. Of two surfaces, the one that Slack saw. */
const once = new Map(
  texts.toSorted((one, other) => orderOf(other).localeCompare(orderOf(one))).map((seen) => [seen.text, seen]),
);
const bySurface = Object.groupBy(once.values(), ({ surface }) => surface);
const lines = Object.entries(bySurface).flatMap(([surface, all = []]) => [
  `# ${surface}`,
  ...Object.entries(Object.groupBy(all.toReversed(), ({ from }) => from)).flatMap(([from, some = []]) => [
    `## ${from}`,
    ...some.map(({ text }) => text),
  ]),
]);
writeFileSync("texts.txt", `${lines.join("\n")}\n`);
const counts = Object.entries(bySurface).map(([surface, all = []]) => `${all.length} in ${surface}`);
process.stdout.write(`${once.size} texts in texts.txt: ${counts.join(", ")}\n`);
process.exitCode = status ?? 1;

function orderOf({ surface, from }: SeenText): string {
  return `${surface === "made" || surface === "error" ? "later" : "first"} ${from}`;
}
