import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { type Painter, createPainter } from "../../../src/platform/pictures/painter.ts";
import { readTexts } from "../../support/source-texts.ts";
import { until } from "../../support/until.ts";
import { chartOf } from "./chart/charts.ts";
import { sizeOf } from "./png-size.ts";

const script = new URL("./scripted-worker.ts", import.meta.url);
const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });

let painter: Painter;
afterEach(() => painter.close());

/** Asks for a chart. Its title tells the thread what to do. Returns the number of the thread. */
async function paint(title = "draw"): Promise<string> {
  const { png } = await painter.paint(chartOf(["orders"], 1, title));
  return png.toString();
}

test("a chart is a picture of 1200 pixels' width with an alternative text", async () => {
  painter = createPainter({ log, timeoutMs: 30_000 });
  const chart = await painter.paint(chartOf(["orders", "billing"]));
  expect([chart.fileName, sizeOf(chart.png).width]).toEqual(["costs.png", 1200]);
  expect(chart.altText).toContain("Largest service: orders");
});

test.each([
  ["stay stuck", "Drawing a picture took longer than 500 ms."],
  ["crash", "The thread that draws pictures failed."],
  ["exit", "The thread that draws pictures ended."],
  ["fail", "A picture couldn't be drawn."],
])("only the one of several waiting charts that makes the thread %s fails", async (title, message) => {
  painter = createPainter({ log, script, timeoutMs: 500 });
  const [before, broken, after] = await Promise.allSettled([paint(), paint(title), paint()]);
  expect(before.status).toBe("fulfilled");
  expect(broken).toMatchObject({ reason: { kind: "bug", message } });
  expect(after.status).toBe("fulfilled");
});

test("a thread that ends while nothing is drawn costs no chart, and is logged", async () => {
  painter = createPainter({ log, script });
  const first = await paint("answer and exit");
  await until(async () => logged.join("").includes("the picture painter ended"));
  expect(await paint()).not.toBe(first);
});

test("more than twenty charts at once are too many", async () => {
  painter = createPainter({ log, script });
  const charts = await Promise.allSettled(Array.from({ length: 21 }, () => paint()));
  expect(charts.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  expect(charts.at(-1)).toMatchObject({ reason: { kind: "limited" } });
  expect(await paint()).not.toBe("");
});

test("the thread ends after a while without charts, and the next chart starts another", async () => {
  painter = createPainter({ log, script, idleMs: 1 });
  const first = await paint();
  await until(async () => (await paint()) !== first);
});

test("the prepared thread is the one that draws", async () => {
  painter = createPainter({ log, script });
  painter.prepare();
  painter.prepare();
  const first = await paint();
  painter.prepare();
  expect(await paint()).toBe(first);
});

test("a closed painter draws nothing more, and waiting charts fail", async () => {
  painter = createPainter({ log, script });
  const waiting = [paint("stay stuck"), paint()];
  const outcomes = Promise.allSettled(waiting);
  await painter.close();
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(paint()).rejects.toMatchObject({ kind: "upstream" });
});

test("only the painter's thread loads the renderer", () => {
  const sources = readTexts();
  const users = (name: RegExp) => sources.filter(({ text }) => name.test(text)).map(({ path }) => path);
  expect(users(/"@resvg\/resvg-wasm"/)).toEqual(["platform/pictures/draw.ts"]);
  expect(users(/"[./\w-]*chart\/svg\.ts"/)).toEqual(["platform/pictures/draw.ts"]);
  expect(users(/pictures\/draw\.ts"/)).toEqual([]);
  expect(users(/"\.\.?\/draw\.ts"/).filter((path) => path.startsWith("platform/pictures/"))).toEqual([
    "platform/pictures/paint-worker.ts",
  ]);
  expect(users(/from "[./\w-]*\/paint-worker\.ts"/)).toEqual([]);
});
