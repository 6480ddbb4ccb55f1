import { readFile, writeFile } from "node:fs/promises";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { GIFEncoder, applyPalette, quantize } from "gifenc/dist/gifenc.esm.js";
import type { Locator, Page } from "playwright-core";
import { choose, dialog, field, say } from "../support/form-page.ts";
import { channels, loaded, message, pathOf, people, startDemoPages } from "./demo-pages.ts";

/**
 * Makes the README's moving picture out of the running demo: a service is created, an alert is acknowledged, and costs
 * are read. Its frames are moments with a length each, so it takes as long on any machine.
 */
const size = { width: 800, height: 500 };
const scale = 5 / 6;
const colors = 255;

interface Frame {
  rgba: Uint8Array;
  delayMs: number;
}
const frames: Frame[] = [];

await initWasm(await readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
await using demo = await startDemoPages();
const page = await demo.open(
  { user: people.ada, channel: channels.databases },
  { width: size.width / scale, height: size.height / scale, scale },
);
await drawPointer(page);
await warmUp();

for (const scene of [create, alert, costs]) await scene();
await writeFile(pathOf("demo.gif"), encoded(frames));

/** The form knows a price once it was read for someone. */
async function warmUp(): Promise<void> {
  const other = await demo.open({ user: people.sam, channel: channels.databases }, size);
  await say(other, "/db create");
  const form = dialog(other, "Create a service");
  await choose(form, { Region: "eu-west-1" });
  await form.getByText("Estimate: about").waitFor();
  await other.context().close();
}

async function create(): Promise<void> {
  await show(800);
  await send("/db create");
  const form = dialog(page, "Create a service");
  await field(form, "Name").waitFor();
  await show(900);
  await typeInto(field(form, "Name"), "web staging");
  await pointAt(field(form, "Region"));
  await field(form, "Region").click();
  const region = page.getByRole("option", { name: "eu-west-1", exact: true });
  await region.waitFor();
  await show(500);
  await click(region);
  await show(700);
  const button = form.getByRole("button", { name: "Create", exact: true });
  if (!(await button.isVisible())) await click(form.getByRole("button", { name: "Skip to review" }));
  await button.waitFor();
  await show(900);
  await click(button);
  await dialog(page, "Created").waitFor();
  await show(1_300);
  await page.keyboard.press("Escape");
  await top(message(page, "Steps of web staging"));
  await show(900);
  const running = message(page, /web staging is running/);
  await running.waitFor();
  await top(running);
  await show(1_700);
}

async function alert(): Promise<void> {
  await click(page.getByRole("button", { name: "alerts", exact: true }));
  await message(page, "checkout").waitFor();
  await show(700);
  const before = await page.getByRole("article").count();
  await click(page.getByRole("button", { name: "Fire", exact: true }));
  await page.waitForFunction((count) => document.querySelectorAll("article").length > count, before);
  await show(1_500);
  await page.getByRole("button", { name: "Dismiss notice" }).click();
  const firing = page.getByRole("article").last();
  await click(firing.getByRole("button", { name: "Acknowledge" }));
  await firing.getByText(/Acknowledged by/).waitFor();
  await show(1_800);
}

async function costs(): Promise<void> {
  await click(page.getByRole("button", { name: "databases", exact: true }));
  await show(500);
  await send("/db costs");
  const answer = message(page, "What changed most");
  await answer.getByRole("img").first().waitFor();
  await loaded(page);
  await top(answer);
  await show(1_500);
  await top(answer.getByRole("img").last());
  await show(2_800);
}

/** Keeps what the page shows for some time. */
async function show(delayMs: number): Promise<void> {
  const png = await page.screenshot({ caret: "hide", animations: "disabled" });
  const rgba = pixelsOf(png);
  const last = frames.at(-1);
  if (last && Buffer.compare(last.rgba, rgba) === 0) last.delayMs += delayMs;
  else frames.push({ rgba, delayMs });
}

/** Scrolls something to the top. */
async function top(shown: Locator): Promise<void> {
  await shown.waitFor();
  await shown.evaluate((element) => element.scrollIntoView({ block: "start" }));
}

/** Types a command, some letters at a time, and sends it. */
async function send(command: string): Promise<void> {
  await typeInto(page.getByRole("textbox", { name: /^Message #/ }), command);
  await page.keyboard.press("Enter");
}

async function typeInto(box: Locator, text: string): Promise<void> {
  await box.click();
  for (const letters of text.match(/.{1,3}/g) ?? []) {
    await page.keyboard.type(letters);
    await show(140);
  }
  await show(300);
}

async function click(target: Locator): Promise<void> {
  await pointAt(target);
  await target.hover();
  await show(450);
  await target.click();
}

/** Moves the drawn pointer to the middle of something. */
async function pointAt(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("There is nothing to point at.");
  await page.evaluate(
    ([x = 0, y = 0]) => document.documentElement.style.setProperty("--pointer", `translate(${x}px, ${y}px)`),
    [box.x + box.width / 2, box.y + box.height / 2],
  );
}

/** A screenshot has no pointer, so the page draws one. */
async function drawPointer(shown: Page): Promise<void> {
  const arrow = `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="30"><path d="M2 2v21l5-5 4 9 4-2-4-9h7z" fill="#111" stroke="#fff" stroke-width="2"/></svg>`;
  await shown.evaluate((image) => {
    const pointer = document.createElement("div");
    pointer.popover = "manual";
    pointer.style.cssText = `position: fixed; inset: 0 auto auto 0; width: 22px; height: 30px; margin: 0; padding: 0; border: 0; background: url("data:image/svg+xml,${encodeURIComponent(image)}"); pointer-events: none; transform: var(--pointer, translate(880px, 300px))`;
    document.body.append(pointer);
    pointer.showPopover();
    // A modal that opens later would lie above.
    setInterval(() => {
      pointer.hidePopover();
      pointer.showPopover();
    }, 50);
  }, arrow);
}

/** The pixels of a screenshot in the picture's size. */
function pixelsOf(png: Uint8Array): Uint8Array {
  const image = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const { width, height } = size;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${image}"/></svg>`;
  return new Uint8Array(new Resvg(svg).render().pixels);
}

/** A GIF with one palette. A pixel that stays as it was is transparent, so most of a frame takes no room. */
function encoded(all: readonly Frame[]): Uint8Array {
  const sample = Buffer.concat(all.filter((_, index) => index % 4 === 0).map(({ rgba }) => rgba));
  const palette = quantize(new Uint8Array(sample), colors);
  const transparentIndex = palette.length;
  const encoder = GIFEncoder();
  let before: Uint8Array | undefined;
  for (const { rgba, delayMs } of all) {
    const index = applyPalette(rgba, palette);
    const shown = before;
    const changed = shown
      ? index.map((color, at) => (color === shown[at] ? transparentIndex : color))
      : index;
    encoder.writeFrame(changed, size.width, size.height, {
      ...(shown ? {} : { palette: [...palette, [0, 0, 0]] }),
      delay: delayMs,
      transparent: shown !== undefined,
      transparentIndex,
      dispose: 1,
    });
    before = index;
  }
  encoder.finish();
  return encoder.bytes();
}
