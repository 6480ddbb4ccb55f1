import { validateMessage } from "../../src/validate/index.ts";
import { barChart, plain, sampleBlocks, type Json } from "./samples.ts";

/** A text with that many characters. */
export const x = (length: number) => "x".repeat(length);

/** That many items. */
export const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, i) => item(i));

/** A section with more fields beside its text. */
export const section = (rest: Json) => ({ type: "section", text: plain("Text"), ...rest });

/** A section with a button beside it. */
export const button = (rest: Json) => section({ accessory: { type: "button", text: plain("Go"), ...rest } });

/** A button with a confirmation. */
export const asking = (confirm: Json) => button({ confirm: { text: plain("Sure?"), ...confirm } });

/** An input of an element type. */
export const input = (type: string, rest: Json = {}) => ({
  type: "input",
  label: plain("Label"),
  element: { type, ...rest },
});

/** A static select of options. */
export const menu = (options: Json[]) => input("static_select", { options });

/** A static select of groups. */
export const grouped = (option_groups: Json[]) => input("static_select", { option_groups });

/** A picture. */
export const image = (rest: Json) => ({
  type: "image",
  alt_text: "Alt",
  image_url: "https://example.com/a.png",
  ...rest,
});

/** A bar chart. */
export const bars = (categories: string[], names?: string[]) => ({
  type: "data_visualization",
  title: "T",
  chart: barChart(categories, names),
});

/** A pie chart. */
export const pie = (segments: Json[]) => ({
  type: "data_visualization",
  title: "T",
  chart: { type: "pie", segments },
});

/** A table. */
export const table = (rows: unknown[][], rest: Json = {}) => ({ type: "table", rows, ...rest });

/** The sample data table with changed properties. */
export const dataTable = (rest: Json) => ({ ...sampleBlocks().data_table, ...rest });

/** A card. */
export const card = (rest: Json) => ({ type: "card", title: plain("Title"), ...rest });

/** An address with that many characters. */
export const url = (length: number) => `https://example.com/${x(length - 20)}`;

/** A limit: a builder of a block with that amount, and the limited value's path in the block. */
export type Limit = [what: string, limit: number, build: (size: number) => Json, pointer: string];

/** The lines that refuse a message of one block. None if it is accepted. */
export const linesOf = (block: unknown): string[] =>
  validateMessage({ text: "Text", blocks: [block] })?.messages ?? [];

/** A line about a message's only block. */
export const line = (text: string, pointer: string): string =>
  `[ERROR] ${text} [json-pointer:/blocks/0${pointer}]`;
