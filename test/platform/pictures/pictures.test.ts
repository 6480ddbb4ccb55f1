import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import type { Picture } from "../../../src/platform/pictures/painter.ts";
import { byUpload, createPictures } from "../../../src/platform/pictures/pictures.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { chartOf } from "./chart/charts.ts";

const logged: string[] = [];
const log = pino({}, { write: (line) => void logged.push(line) });
beforeEach(() => {
  logged.length = 0;
});

const chart = chartOf(["orders"]);
const picture: Picture = { png: Buffer.from("png"), altText: "x".repeat(900), fileName: "costs.png" };
const taken = async () => ({ slack_file: { id: "F1" } });
const painterOf = (paint: () => Promise<Picture>) => ({ paint, prepare: () => {} });
const never = () => new Promise<never>(() => {});

test("a picture becomes an image block with the uploaded file", async () => {
  const files: unknown[] = [];
  const publish = byUpload(async (file) => {
    files.push(file);
    return { fileId: "F1" };
  });
  const pictures = createPictures({ painter: painterOf(async () => picture), publish, log });
  expect(await pictures.blockOf(chart, 1_000)).toEqual({
    type: "image",
    alt_text: picture.altText,
    slack_file: { id: "F1" },
  });
  expect(files).toEqual([{ name: "costs.png", bytes: picture.png, altText: expect.any(String) }]);
});

test.each([
  ["cannot be drawn", () => Promise.reject(new AppError("limited", "Too many charts."))],
  ["is not drawn in time", never],
])("a picture that %s is left out, and the log says why", async (_, paint) => {
  expect(
    await createPictures({ painter: painterOf(paint), publish: taken, log }).blockOf(chart, 10),
  ).toBeUndefined();
  expect(logged.join("")).toMatch(/Too many charts|wasn't ready after 10 ms/);
});

test.each([
  ["refuses", () => Promise.reject(new AppError("upstream", "Slack did not take the file."))],
  ["does not answer for", never],
])("a picture that Slack %s is left out", async (_, publish) => {
  const pictures = createPictures({ painter: painterOf(async () => picture), publish, log });
  expect(await pictures.blockOf(chart, 10)).toBeUndefined();
  expect(logged).toHaveLength(1);
});

test("a picture that comes too late is not uploaded", async () => {
  const { promise, resolve } = Promise.withResolvers<Picture>();
  let published = 0;
  const publish = async () => {
    published += 1;
    return { slack_file: { id: "F1" } };
  };
  const pictures = createPictures({ painter: painterOf(() => promise), publish, log });
  expect(await pictures.blockOf(chart, 1)).toBeUndefined();
  resolve(picture);
  await promise;
  await new Promise((turn) => setImmediate(turn));
  expect(published).toBe(0);
});
