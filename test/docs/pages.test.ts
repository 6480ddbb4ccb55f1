import { readWorkspaceFile } from "../../src/platform/as-code/file.ts";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { product } from "../../src/app/features.ts";
import { settingsIn } from "../../src/features/alerts/hooks/settings/settings.ts";
import { attributeKeys, spanNames } from "../../src/lib/tracing/tracing.ts";
import { createMetrics } from "../../src/lib/metrics.ts";
import { readDurationMs } from "../../src/lib/duration.ts";
import { commandAt } from "../../src/platform/commands/command.ts";
import { type Block, blocksOf, readPages } from "./pages.ts";

const root = join(import.meta.dirname, "../..");
const pages = await readPages();
const blocks = pages.flatMap(blocksOf);

test("the README is at most 200 lines and 1,800 words", () => {
  const { text = "" } = pages.find(({ path }) => path === "README.md") ?? {};
  expect(text.split("\n").length).toBeLessThanOrEqual(200);
  const words = text.split(/\s+/).filter((word) => /\w/.test(word));
  expect(words.length).toBeLessThanOrEqual(1_800);
  expect(words.length).toBeGreaterThan(500);
});

test("the README's moving picture is a GIF of 15 to 25 seconds, 800 px wide and under 3 MB", async () => {
  expect(pages.find(({ path }) => path === "README.md")?.text).toContain("](.github/demo.gif)");
  const gif = await readFile(join(root, ".github/demo.gif"));
  expect(gif.length).toBeLessThan(3_000_000);
  expect(gif.toString("latin1", 0, 6)).toBe("GIF89a");
  expect([gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual([800, 500]);
  const delaysMs = delaysOf(gif);
  expect(delaysMs.length).toBeGreaterThan(20);
  const lengthMs = delaysMs.reduce((sum, delayMs) => sum + delayMs, 0);
  expect(lengthMs).toBeGreaterThanOrEqual(15_000);
  expect(lengthMs).toBeLessThanOrEqual(25_000);
});

/** The bytes of a palette after these flags. */
function paletteSize(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** How long a GIF shows each of its frames: https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function delaysOf(gif: Buffer): number[] {
  const delaysMs: number[] = [];
  let at = 13 + paletteSize(gif.readUInt8(10));
  while (gif.readUInt8(at) !== 0x3b) {
    const isImage = gif.readUInt8(at) === 0x2c;
    if (!isImage && gif.readUInt8(at + 1) === 0xf9) delaysMs.push(10 * gif.readUInt16LE(at + 4));
    at += isImage ? 11 + paletteSize(gif.readUInt8(at + 9)) : 2;
    // Its data are parts with their sizes, and an empty one at their end.
    while (gif.readUInt8(at) !== 0) at += 1 + gif.readUInt8(at);
    at += 1;
  }
  return delaysMs;
}

test("every npm script that a page names exists", async () => {
  // What the changelog names may be gone.
  const present = pages.filter(({ path }) => path !== "CHANGELOG.md");
  const names = present.flatMap(({ text }) => [...text.matchAll(/npm run (?:-s )?([\w-]+)/g)]);
  expect(names.filter(([, name = ""]) => !(name in packageJson.scripts))).toEqual([]);
  const tests = blocks.filter(({ info }) => info === "sh test");
  expect(tests.length).toBeGreaterThan(1);
  for (const { code } of tests) {
    const [, folder = ""] = /^npm test -w (\S+)\n$/.exec(code) ?? [];
    const ofPackage: unknown = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    expect(ofPackage).toMatchObject({ scripts: { test: expect.any(String) } });
  }
});

test("every file and heading that a page links to is there", async () => {
  let links = 0;
  for (const { path, text } of pages) {
    for (const [link, target = ""] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      links += 1;
      const [file = "", heading] = target.split("#");
      const read = readFile(join(root, file === "" ? path : join(dirname(path), file)), "utf8");
      const linked = await read.catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EISDIR") return "";
        throw new Error(`${link} in ${path} leads nowhere.`, { cause: error });
      });
      if (heading !== undefined && !anchorsOf(linked).includes(heading))
        throw new Error(`${link} in ${path} names no heading.`);
    }
  }
  expect(links).toBeGreaterThan(80);
});

/** The headings of a page as GitHub's anchors. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The commands on the pages that are whole: in code, and without a part that the reader has to fill in. */
function typedCommands(): string[] {
  const inLines = pages.flatMap(({ text }) =>
    [...text.matchAll(/`(\/db[^`]*)`/g)].map(([, line = ""]) => line),
  );
  const inBlocks = blocks.filter(({ info }) => info === "").flatMap(({ code }) => code.trim().split("\n"));
  return [...inLines, ...inBlocks].filter((line) => line.startsWith("/db") && !/[<[…]|^\/db$/.test(line));
}

test("every command that a page shows can be typed", () => {
  const commands = typedCommands();
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.flatMap(problemOf)).toEqual([]);
});

/** Why a command doesn't run, if it doesn't. */
function problemOf(line: string): string[] {
  const [, first = "", topic = ""] = /^\/db (\S+) ?(.*)$/.exec(line) ?? [];
  const found = commandAt(first === "help" ? topic : line.slice("/db ".length), product.commands);
  if (first === "help") return topic === "" || found?.rest === "" ? [] : [line];
  if (!found) return [line];
  const reading = found.command.read(found.rest);
  return "problem" in reading ? [`${line}: ${reading.problem}`] : [];
}

/** The forms of YAML that pages show. */
const forms = {
  /** Settings of a hook, as `/db alerts hooks import` takes them. */
  hook: async (code: string) => {
    const read = await settingsIn(code);
    return "problems" in read ? read.problems.map(({ message }) => message) : [];
  },
  /** Workspaces by their ids, each as `/db admin` applies it. */
  workspaces: async (code: string) => {
    const { workspaces } = z
      .strictObject({ workspaces: z.record(z.string(), z.unknown()) })
      .parse(parse(code));
    const read = await Promise.all(
      Object.values(workspaces).map((each) => readWorkspaceFile(product.codeParts, JSON.stringify(each))),
    );
    return read.flatMap((each) => ("problems" in each ? each.problems.map(({ message }) => message) : []));
  },
  /** Rules for Prometheus. */
  rules: async (code: string) => {
    const text = z.string().min(1);
    const Rule = z.strictObject({ alert: text, expr: text, for: text });
    const Group = z.strictObject({ name: text, rules: z.array(Rule).min(1) });
    const read = z.strictObject({ groups: z.array(Group).min(1) }).safeParse(parse(code));
    return read.error?.issues.map(({ message }) => message) ?? [];
  },
  /** An OpenTelemetry Collector. What a pipeline names must be described. */
  collector: async (code: string) => {
    const Parts = z.record(z.string(), z.unknown());
    const Pipeline = z.strictObject({ receivers: z.array(z.string()), exporters: z.array(z.string()) });
    const service = z.strictObject({ pipelines: z.strictObject({ traces: Pipeline }) });
    const read = z.strictObject({ receivers: Parts, exporters: Parts, service }).parse(parse(code));
    const { receivers, exporters } = read.service.pipelines.traces;
    return [
      ...receivers.filter((name) => !(name in read.receivers)),
      ...exporters.filter((name) => !(name in read.exporters)),
    ];
  },
};

function formOf({ code }: Block): keyof typeof forms {
  if (/^workspaces:/m.test(code)) return "workspaces";
  if (/^groups:/m.test(code)) return "rules";
  return /^exporters:/m.test(code) ? "collector" : "hook";
}

test.each(blocks.filter(({ info }) => info === "yaml"))("the YAML of $page:$line is right", async (block) => {
  expect(await forms[formOf(block)](block.code)).toEqual([]);
});

test("the example of a trace has spans and attributes that exist", () => {
  const Span = z.looseObject({ name: z.string(), attributes: z.record(z.string(), z.unknown()) });
  const block = blocks.find(({ page, info }) => page === "docs/tracing.md" && info === "json");
  const spans = z.array(Span).parse(JSON.parse(block?.code ?? ""));
  expect(Object.keys(spanNames)).toEqual(expect.arrayContaining(spans.map(({ name }) => name)));
  const attributes = spans.flatMap((span) => Object.keys(span.attributes));
  expect(Object.keys(attributeKeys)).toEqual(expect.arrayContaining(attributes));
});

test("every metric that a page names is exposed", () => {
  const text = createMetrics()
    .families.map(({ name }) => name)
    .join(" ");
  const named = pages.flatMap(({ text: page }) => page.match(/\bqm_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !text.includes(name) && !["qm_outbox_"].includes(name))).toEqual([]);
});

/** test/deploy/docs.test.ts checks these. */
const ofKubernetes = ["sh kubernetes", "yaml values", "env"];

test("the configurations of programs lead to /mcp, with a token in the header", () => {
  const ofPrograms = blocks.filter(({ info }) => info === "json mcp");
  expect(ofPrograms.length).toBeGreaterThanOrEqual(3);
  for (const { code } of ofPrograms) {
    expect(JSON.stringify(JSON.parse(code))).toContain("https://quartermaster.example.com/mcp");
    expect(code).toContain("Bearer qmt_");
  }
});

test("the recipe for Watchdog repeats it more often than its hook expects", () => {
  const block = blocks.find(({ info }) => info === "yaml watchdog");
  const Route = z.looseObject({ receiver: z.string(), matchers: z.array(z.string()) });
  const Timed = Route.extend({ group_interval: z.string(), repeat_interval: z.string() });
  const Receiver = z.looseObject({
    name: z.string(),
    webhook_configs: z.array(z.looseObject({ url: z.url() })).default([]),
  });
  const Recipe = z.strictObject({
    route: z.strictObject({ receiver: z.string(), routes: z.tuple([Timed]) }),
    receivers: z.array(Receiver),
  });
  const { route, receivers } = Recipe.parse(parse(block?.code ?? ""));
  const [watchdog] = route.routes;
  const receiver = receivers.find(({ name }) => name === watchdog.receiver);
  expect(receiver?.webhook_configs.map(({ url }) => new URL(url).pathname)).toEqual([
    "/hooks/T0123-watchdog",
  ]);
  const slowestMs =
    (readDurationMs(watchdog.group_interval) ?? 0) + (readDurationMs(watchdog.repeat_interval) ?? 0);
  const page = pages.find(({ text }) => text.includes("heartbeat watchdog every"))?.text ?? "";
  const [, every = ""] = /heartbeat watchdog every (\w+)/.exec(page) ?? [];
  expect(slowestMs).toBeLessThanOrEqual(readDurationMs(every) ?? 0);
});

test("every block is of a kind that a test knows", () => {
  const known = new Set([
    "",
    "sh",
    "sh docker",
    "sh cloud",
    "sh restore",
    "sh cluster",
    "sh test",
    "ts",
    "yaml",
    "yaml watchdog",
    "json",
    "json mcp",
    // test/features/mcp/http.test.ts runs it.
    "sh mcp",
    "diff",
    ...ofKubernetes,
  ]);
  expect(blocks.filter(({ info }) => !known.has(info))).toEqual([]);
  expect(blocks.length).toBeGreaterThan(40);
});
