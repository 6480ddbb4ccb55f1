import { expect, test } from "vitest";
import { deleteAlertForm } from "../../../../src/features/observability/alert-rules/forms.ts";
import { draftOf } from "../../../support/form-state.ts";
import { useRedis } from "../../../support/redis.ts";
import { changeFixture } from "../changes/fixture.ts";

const redis = useRedis();

test.each([
  ["without a name", "", undefined],
  ["with a space as its name", " ", undefined],
  ["with spaces around its name", " Slow checkout  ", "Slow checkout"],
  ["with a name on two lines", "Slow\ncheckout", "Slow checkout"],
])("the deletion of an alert %s is confirmed by its shown name, or by its id", async (_, name, shown) => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { target, context } = fixture;
  const alert = await fixture.alert();
  // Some servers accept any name.
  await fixture.faults({
    kind: "status",
    status: 200,
    body: { data: { ...alert, name } },
    match: { method: "GET" },
  });
  const begun = { target, alertId: alert.id };
  const found = await deleteAlertForm.fetchFacts?.("", { values: {}, facts: begun }, context, {
    userId: "UADA",
  });
  const facts = { ...begun, ...found?.facts };
  const values = { typed: shown ?? alert.id };
  expect(deleteAlertForm.problems?.({ values: { typed: "Other" }, facts })).toEqual([
    { field: "typed", message: `Type the name exactly: ${values.typed}` },
  ]);
  expect(deleteAlertForm.problems?.({ values, facts })).toEqual([]);
  const submitted = { ...draftOf(deleteAlertForm, { values, facts }), userName: "Ada", viewId: "V1" };
  await deleteAlertForm.accept(submitted, context);
  await fixture.resolveAll();
  expect(fixture.modalText()).toMatch(/\*Deleted the (unnamed )?alert rule/);
  expect(await fixture.received("DELETE")).toBe(1);
});
