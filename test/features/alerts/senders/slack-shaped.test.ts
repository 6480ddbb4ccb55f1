import { expect, test } from "vitest";
import { links, readOne, slackBlocks } from "./bodies.ts";

test("a section with a linked title is read whole", () => {
  expect(readOne(slackBlocks)).toEqual({
    sender: "slack",
    key: "name:checkout errors|servicename:api",
    title: 'Alert for "Checkout errors" - 12 lines found',
    alertName: "Checkout errors",
    body: "12 lines found, which exceeds the threshold of 5 lines",
    group: "ServiceName:api",
    state: "firing",
    link: links.search,
    value: "12",
    threshold: "5",
    origin: { savedSearchId: "65f5e4a3b9e77c001a345001" },
  });
});

const resolved = (sign: string) => ({
  text: `*<${links.search} | ${sign}Alert for "Checkout errors" - 0 lines found>*\nGroup: "ServiceName:api" - The alert has been resolved.`,
});

test("a resolve is found by its sign and by its words", () => {
  for (const sign of ["✅ ", ":white_check_mark: ", ""]) {
    expect(readOne(resolved(sign))).toMatchObject({
      key: "name:checkout errors|servicename:api",
      state: "resolved",
      body: "The alert has been resolved.",
    });
  }
});

test("a title may contain mrkdwn characters, and an address escaped ones", () => {
  const text = "*<https://a.example.com/?a=1&amp;b=2|p95 > 5 | O&#x27;Brien &amp; co>*\nx";
  expect(readOne({ text })).toMatchObject({
    title: "p95 > 5 | O'Brien & co",
    link: "https://a.example.com/?a=1&b=2",
    body: "x",
  });
});

test("an attachment of Alertmanager is read by its title and its color", () => {
  const attachment = {
    title: "[RESOLVED] HighCPU (db-1)",
    title_link: "https://alertmanager.example.com/#/alerts?receiver=chat",
    fallback: "[RESOLVED] HighCPU",
    color: "good",
    fields: [{ title: "Instance", value: "db-1" }],
  };
  expect(readOne({ channel: "#alerts", text: "", attachments: [attachment] })).toMatchObject({
    title: "HighCPU (db-1)",
    key: "name:highcpu (db-1)|",
    body: "Instance: db-1",
    state: "resolved",
    stateWord: "RESOLVED",
    link: "https://alertmanager.example.com/#/alerts?receiver=chat",
  });
  const untold = { ...attachment, title: "HighCPU (db-1)", color: "#D63232" };
  expect(readOne({ attachments: [untold] })).toMatchObject({ key: "name:highcpu (db-1)|", state: "firing" });
});

test("blocks of every kind are read, and buttons only for their link", () => {
  const body = {
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Disk full" } },
      { type: "section", text: { type: "mrkdwn", text: "See <https://a.example.com/x|the host>" } },
      { type: "section", fields: [{ type: "mrkdwn", text: "*Host*\ndb-1" }] },
      { type: "context", elements: [{ type: "mrkdwn", text: "by cron" }] },
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "a " },
              { type: "link", url: "https://b.example.com" },
            ],
          },
        ],
      },
      {
        type: "actions",
        elements: [
          { type: "button", text: { type: "plain_text", text: "Open" }, url: "https://c.example.com/" },
        ],
      },
    ],
  };
  expect(readOne(body)).toMatchObject({
    title: "Disk full",
    body: "See the host (https://a.example.com/x)\n*Host*\ndb-1\nby cron\na https://b.example.com",
    link: "https://c.example.com/",
    state: "unclear",
  });
});

test.each([
  ["a text alone", { text: "*Disk full* on db-1\nmore" }, { title: "*Disk full* on db-1", body: "more" }],
  [
    "a form with a payload",
    `payload=${encodeURIComponent(JSON.stringify({ text: "Disk + 1" }))}`,
    { title: "Disk + 1" },
  ],
  [
    "a form with more fields",
    `token=a&payload=${encodeURIComponent('{"text":"Disk"}')}&x=`,
    { title: "Disk" },
  ],
  [
    "a linked text",
    { text: "<https://a.example.com/|Disk> is full" },
    { title: "Disk is full", link: "https://a.example.com/" },
  ],
  ["an attachment's fallback", { attachments: [{ fallback: "Disk" }] }, { title: "Disk" }],
  [
    "blocks in an attachment",
    { attachments: [{ blocks: [{ type: "section", text: { type: "mrkdwn", text: "Disk" } }] }] },
    { title: "Disk" },
  ],
])("%s is read", (_, body, expected) => {
  expect(readOne(body)).toMatchObject({ sender: "slack", ...expected });
});

test("the text beside the blocks gives the state if their title has none", () => {
  const blocks = [{ type: "header", text: { type: "plain_text", text: "Disk" } }];
  expect(readOne({ text: "[RESOLVED] Disk", blocks })).toMatchObject({ title: "Disk", state: "resolved" });
});
