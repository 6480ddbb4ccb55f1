import { expect, test } from "vitest";
import { placedElements, jsonObjects } from "@quartermaster/local-slack/person";
import { adoptForm } from "../../../../src/features/services/adopt/form.ts";
import { drawForm } from "../../../../src/platform/forms/draw.ts";
import type { FormFacts, FormValues } from "../../../../src/platform/forms/form.ts";
import { draftOf } from "../../../support/form-state.ts";

const found = Array.from({ length: 250 }, (_, index) => ({
  serviceId: `id-${index}`,
  name: `${index % 10 === 0 ? "prod" : "dev"} ${String(index).padStart(3, "0")}`,
  connection: "default",
  state: index % 2 === 0 ? "running" : "idle",
  place: index < 50 ? "aws eu-west-1" : "gcp us-east1",
}));

function textsOf(options: unknown): unknown[] {
  return (Array.isArray(options) ? jsonObjects(options) : []).map(
    ({ text }) => jsonObjects([text])[0]?.["text"],
  );
}

/** The form's select as it is drawn: what it offers, what is chosen, and its hint. */
function drawn(values: FormValues, facts: FormFacts = { found }) {
  const { blocks } = drawForm(adoptForm, draftOf(adoptForm, { values, facts }));
  const select = placedElements(jsonObjects(blocks)).find(({ actionId }) => actionId === "services");
  const [hint] = jsonObjects([select?.block["hint"]]);
  return {
    all: JSON.stringify(blocks),
    offered: textsOf(select?.element["options"]),
    chosen: textsOf(select?.element["initial_options"]),
    hint: hint?.["text"],
  };
}

test("of 250 services 100 are shown, with how to find others, and a filter for it", () => {
  const { offered, hint, all } = drawn({});
  expect(offered).toHaveLength(100);
  expect(offered[0]).toBe("prod 000 · running · aws eu-west-1");
  expect(hint).toBe("Shows 100 of 250. Type in the filter to see others.");
  expect(all).toContain('"action_id":"filter"');
  expect(all).toContain("Adds all 250.");
});

test.each([
  ["prod", 25],
  ["PROD eu-west", 5],
  ["idle us-east1", 100],
  ["nothing like it", 0],
])("the filter %j leaves %i of them", (filter, count) => {
  expect(drawn({ filter }).offered).toHaveLength(count);
});

test("what was chosen stays chosen under another filter", () => {
  const { chosen, offered } = drawn({ filter: "prod", services: ["id-1", "id-249"] });
  expect(chosen).toEqual(["dev 001 · idle · aws eu-west-1", "dev 249 · idle · gcp us-east1"]);
  expect(offered).toHaveLength(27);
  expect(adoptForm.problems({ values: { services: ["id-1"] }, facts: { found } })).toEqual([]);
});

test("all of them means all that fit the filter, which are then not chosen one by one", () => {
  const { all, offered } = drawn({ filter: "prod", all: true });
  expect(all).toContain("Adds all 25 that fit the filter “prod”.");
  expect(offered).toEqual([]);
});

test("without a choice, and with one that isn't offered, it says to choose", () => {
  const problem = [{ field: "services", message: "Choose at least one service." }];
  for (const services of [undefined, [], ["unknown"], "id-1"])
    expect(adoptForm.problems({ values: { services }, facts: { found } })).toEqual(problem);
});

test("it says what it waits for, that there is nothing, and what can't be read", () => {
  expect(drawn({}, {}).all).toContain("I'm reading what your cloud has…");
  expect(drawn({}, { found: [] }).all).toContain("Your cloud has no services that aren't in the list.");
  expect(drawn({}, { found: [], source: "costs" }).all).toContain("Add one by its id: `/db services add");
  expect(drawn({ filter: "nothing like it" }).all).toContain("No service fits the filter.");
  expect(drawn({}, { found, unread: ["north"] }).all).toContain("I can't read what `north` has right now.");
});
