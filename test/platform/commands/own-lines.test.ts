import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../src/app/features.ts";

// Names that are words of commands too.
const names = [
  "none",
  "never",
  "off",
  "list",
  "show",
  "share",
  "csv",
  "market share",
  "7d",
  "orders 7d",
  "stop 1",
  "for good",
];
const usual: Readonly<Record<string, unknown>> = { end: "7d", hours: "08:00-19:00 Mon-Fri", credits: 100 };
const entries = product.commands.flatMap((command) => command.entries);

/** The entries that take a service, with what else they must have. */
const about = entries.flatMap((entry) => {
  const { required = [] } = z.toJSONSchema(entry.args);
  const others = required.filter((name) => name !== "service");
  return "service" in entry.args.shape && others.every((name) => name in usual) ? [{ entry, others }] : [];
});

test.each(about.map(({ entry, others }) => ({ name: entry.name, entry, others })))(
  "the line of $name calls it, whatever the service is called",
  ({ entry, others }) => {
    const wrong = names.filter((service) => {
      const given = { service, ...Object.fromEntries(others.map((name) => [name, usual[name]])) };
      const reading = product.readCommand(entry.line(given));
      return "reply" in reading || reading.entry.name !== entry.name;
    });
    expect(wrong).toEqual([]);
  },
);

test.each([
  ["costs market share last week", "costs_show"],
  ["costs last week share", "costs_share"],
  ["costs share last week", "costs_share"],
  ['costs "market share"', "costs_show"],
  ["costs last week csv", "costs_csv"],
  ['costs "nightly csv"', "costs_show"],
])("“%s” is %s", (line, name) => {
  const reading = product.readCommand(line);
  expect("reply" in reading ? "" : reading.entry.name).toBe(name);
});
