import { pino } from "pino";
import { expect, test } from "vitest";
import { type PersonFacts, fullName, mentionOf } from "../../../src/platform/access/known-people.ts";
import { AppError } from "../../../src/lib/errors.ts";

const ada: PersonFacts = {
  userId: "UADA",
  handle: "ada",
  name: "Ada <Park>",
  teamIds: ["T1"],
  isAdmin: false,
  isOrganizationAdmin: false,
  isGuest: false,
  isGone: false,
  isBot: false,
};

const knowing = (find: () => Promise<PersonFacts>) => ({ people: { find }, log: pino({ level: "silent" }) });

test("a person is shown by their full name, escaped, and never by their handle", async () => {
  expect(
    await fullName(
      "UADA",
      knowing(async () => ada),
    ),
  ).toBe("Ada &lt;Park&gt;");
  expect(
    await fullName(
      "UADA",
      knowing(async () => ({ ...ada, name: " " })),
    ),
  ).toBe("someone");
});

test("a name that Slack doesn't give now is not waited for", async () => {
  const failing = knowing(async () => {
    throw new AppError("upstream", "Slack did not answer in time.");
  });
  expect(await fullName("UADA", failing)).toBe("someone");
});

test("a mention is Slack's token", () => {
  expect(mentionOf("UADA")).toBe("<@UADA>");
});
