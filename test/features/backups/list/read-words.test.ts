import { expect, test } from "vitest";
import { BackupsWords, pageIn } from "../../../../src/features/backups/list/read-words.ts";

const serviceId = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
const backupId = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";

test.each([
  ["", { subcommand: "overview" }],
  ["  orders   prod ", { subcommand: "list", service: "orders prod" }],
  ["orders page 2", { subcommand: "list", service: "orders page 2" }],
  [
    `restore orders prod ${backupId.toUpperCase()}`,
    { subcommand: "restore", service: "orders prod", backupId },
  ],
  [`details orders prod ${backupId}`, { subcommand: "details", service: "orders prod", backupId }],
  [`details ${serviceId} nightly:7`, { subcommand: "details", service: serviceId, backupId: "nightly:7" }],
  ["details orders nightly:7", { subcommand: "list", service: "details orders nightly:7" }],
  ["restore test", { subcommand: "list", service: "restore test" }],
  ["details", { subcommand: "list", service: "details" }],
])("the words %j are read", (words, read) => {
  expect(BackupsWords.parse(words)).toEqual(read);
});

test("a page is a service's name followed by a page number", () => {
  expect(pageIn("orders prod page 12")).toEqual({ service: "orders prod", page: 12 });
  expect(pageIn("page 2 PAGE 3")).toEqual({ service: "page 2", page: 3 });
  for (const words of ["page 2", "orders prod", "orders page two", "orders page 12345678"]) {
    expect(pageIn(words)).toBeUndefined();
  }
});
