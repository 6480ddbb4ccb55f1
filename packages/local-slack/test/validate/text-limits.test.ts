import { describe, expect, test } from "vitest";
import {
  x,
  section,
  button,
  asking,
  input,
  menu,
  grouped,
  image,
  bars,
  pie,
  table,
  dataTable,
  card,
  url,
  line,
  linesOf,
  type Limit,
} from "./builders.ts";
import { mrkdwn, option, plain, raw, sampleBlocks } from "./samples.ts";

/** Texts: none, and one character more than the limit, are refused. */
const texts: Limit[] = [
  ["section text", 3000, (n) => section({ text: mrkdwn(x(n)) }), "/text/text"],
  ["section field", 2000, (n) => section({ fields: [mrkdwn(x(n))] }), "/fields/0/text"],
  ["header text", 150, (n) => ({ type: "header", text: plain(x(n)) }), "/text/text"],
  ["context text", 3000, (n) => ({ type: "context", elements: [mrkdwn(x(n))] }), "/elements/0/text"],
  ["markdown text", 12_000, (n) => ({ type: "markdown", text: x(n) }), "/text"],
  ["image alt_text", 2000, (n) => image({ alt_text: x(n) }), "/alt_text"],
  ["image title", 2000, (n) => image({ title: plain(x(n)) }), "/title/text"],
  ["video title", 199, (n) => ({ ...sampleBlocks().video, title: plain(x(n)) }), "/title/text"],
  [
    "video description",
    200,
    (n) => ({ ...sampleBlocks().video, description: plain(x(n)) }),
    "/description/text",
  ],
  ["input label", 2000, (n) => ({ ...input("plain_text_input"), label: plain(x(n)) }), "/label/text"],
  ["input hint", 2000, (n) => ({ ...input("plain_text_input"), hint: plain(x(n)) }), "/hint/text"],
  ["button text", 75, (n) => button({ text: plain(x(n)) }), "/accessory/text/text"],
  ["button action_id", 255, (n) => button({ action_id: x(n) }), "/accessory/action_id"],
  ["confirm title", 100, (n) => asking({ title: plain(x(n)) }), "/accessory/confirm/title/text"],
  ["confirm text", 300, (n) => asking({ text: mrkdwn(x(n)) }), "/accessory/confirm/text/text"],
  ["confirm button", 30, (n) => asking({ confirm: plain(x(n)) }), "/accessory/confirm/confirm/text"],
  ["deny button", 30, (n) => asking({ deny: plain(x(n)) }), "/accessory/confirm/deny/text"],
  ["option text", 75, (n) => menu([{ text: plain(x(n)), value: "a" }]), "/element/options/0/text/text"],
  [
    "option description",
    75,
    (n) => menu([{ ...option("a"), description: plain(x(n)) }]),
    "/element/options/0/description/text",
  ],
  [
    "option group label",
    75,
    (n) => grouped([{ label: plain(x(n)), options: [option("a")] }]),
    "/element/option_groups/0/label/text",
  ],
  [
    "placeholder",
    150,
    (n) => input("plain_text_input", { placeholder: plain(x(n)) }),
    "/element/placeholder/text",
  ],
  ["chart title", 50, (n) => ({ ...bars(["a"]), title: x(n) }), "/title"],
  ["chart label", 20, (n) => pie([{ label: x(n), value: 1 }]), "/chart/segments/0/label"],
  ["card title", 150, (n) => card({ title: mrkdwn(x(n)) }), "/title/text"],
  ["card body", 200, (n) => card({ body: mrkdwn(x(n)) }), "/body/text"],
  ["container title", 150, (n) => ({ ...sampleBlocks().container, title: plain(x(n)) }), "/title/text"],
];

/** Strings that may be empty. */
const strings: Limit[] = [
  ["block_id", 255, (n) => ({ type: "divider", block_id: x(n) }), "/block_id"],
  ["button value", 2000, (n) => button({ value: x(n) }), "/accessory/value"],
  ["button url", 3000, (n) => button({ url: url(n) }), "/accessory/url"],
  [
    "button accessibility_label",
    75,
    (n) => button({ accessibility_label: x(n) }),
    "/accessory/accessibility_label",
  ],
  ["image_url", 3000, (n) => image({ image_url: url(n) }), "/image_url"],
  ["option value", 75, (n) => menu([{ text: plain("a"), value: x(n) }]), "/element/options/0/value"],
  [
    "input initial_value",
    3000,
    (n) => input("plain_text_input", { initial_value: x(n) }),
    "/element/initial_value",
  ],
  ["video author_name", 49, (n) => ({ ...sampleBlocks().video, author_name: x(n) }), "/author_name"],
  ["cells of a table", 10_000, (n) => table([[raw(x(n - 5000)), raw(x(5000))]]), "/rows"],
  [
    "cells of a data table",
    10_000,
    (n) => dataTable({ rows: [[raw(x(n - 5000))], [raw(x(5000))]] }),
    "/rows",
  ],
];

describe.each(texts)("%s", (_what, limit, build, pointer) => {
  test(`has 1 to ${limit} characters`, () => {
    expect(linesOf(build(1))).toEqual([]);
    expect(linesOf(build(limit))).toEqual([]);
    expect(linesOf(build(0))).toContain(line("must be more than 0 characters", pointer));
    expect(linesOf(build(limit + 1))).toContain(line(`must be less than ${limit + 1} characters`, pointer));
  });
});

describe.each(strings)("%s", (_what, limit, build, pointer) => {
  test(`has at most ${limit} characters`, () => {
    expect(linesOf(build(limit))).toEqual([]);
    expect(linesOf(build(limit + 1))).toContain(line(`must be less than ${limit + 1} characters`, pointer));
  });
});
