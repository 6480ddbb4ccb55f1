import { expect, test } from "vitest";
import { acceptChange } from "../../../../src/features/observability/changes/views.ts";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { deleteDashboardForm } from "../../../../src/features/observability/dashboards/forms.ts";
import { draftOf } from "../../../support/form-state.ts";

const target = { connection: "default", serviceId: "s1", name: "orders prod" };
const wanted: WantedChange = { kind: "delete-dashboard", id: "d1", name: "Check *out* <!here>" };

async function accepted(...wishes: WantedChange[]) {
  const ids: string[] = [];
  const changes = {
    accept: async (id: string) => void ids.push(id),
    wake: async () => {},
  };
  const form = { ...draftOf(deleteDashboardForm), userName: "Ada", viewId: "V1" };
  const answers = [];
  for (const change of wishes)
    answers.push(await acceptChange(form, target, change, { changes, workspaceId: "T1" }));
  return { ids, answers };
}

test("a repeated submission is the same change, and other content is another change", async () => {
  const { ids } = await accepted(wanted, wanted, { ...wanted, id: "d2" });
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test("the modal says what is being done, and that it may be closed", async () => {
  const { answers } = await accepted(wanted);
  const text = JSON.stringify(answers);
  expect(text).toContain("Deleting the dashboard “Check ∗out∗ ");
  expect(text).toContain("You can close this window. I'll tell you the result.");
});
