import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { managedPlaces } from "../../../../src/platform/as-code/managed.ts";

const parts = product.codeParts;

function places(held: Record<string, Record<string, { name: string }>>, file?: string) {
  return managedPlaces(parts, { find: async () => ({ parts: held, ...(file !== undefined && { file }) }) });
}

/** Forms that change nothing which a file could have. */
const otherForms = [
  "add-services",
  "add-tile",
  "apply-file",
  "change-service",
  "change-tile",
  "create-alert",
  "create-dashboard",
  "create-service",
  "delete-alert",
  "delete-dashboard",
  "delete-service",
  "deny-approval",
  "duplicate-dashboard",
  "edit-alert",
  "edit-dashboard",
  "new-token",
  "remove-tile",
  "service-id",
  "snooze-alert",
];

test("each part names the forms, tabs and lists that show it, and each form is of a part or of none", () => {
  const forms = new Set(product.forms.map(({ name }) => name));
  const tabs = new Set(
    product.windows.flatMap(({ name, tabs: all }) => [name, ...all.map((tab) => `${name} ${tab.name}`)]),
  );
  const lists = new Set(product.commands.flatMap(({ entries }) => entries.map(({ name }) => name)));
  for (const part of parts) {
    expect(part.shownIn.lists).not.toHaveLength(0);
    for (const form of part.shownIn.forms ?? []) expect(forms).toContain(form);
    for (const tab of part.shownIn.tabs ?? []) expect(tabs).toContain(tab);
    for (const list of part.shownIn.lists ?? []) expect(lists).toContain(list);
  }
  const ofParts = new Set(parts.flatMap((part) => part.shownIn.forms ?? []));
  expect([...forms].filter((form) => !ofParts.has(form)).toSorted()).toEqual(otherForms);
});

test("a form for what a file manages doesn't open, and says in which file to change it", async () => {
  const { refuseForm } = places({ presets: {} }, "team.yaml");
  await expect(refuseForm("save-preset", { source: "x" })).rejects.toThrow(
    "All presets are managed by a file, so you can't add or change any here. Change them in `team.yaml` (WORKSPACE_FILE).",
  );
  await refuseForm("hand-over", { hookId: "T1-x" });
  await refuseForm("create-service", {});
});

test("a file that names some owners keeps only their forms closed", async () => {
  const { refuseForm, noteFor } = places({ owners: { "s-1": { name: "orders" } } }, "team.yaml");
  await expect(refuseForm("service-owner", { serviceId: "S-1" })).rejects.toThrow("“orders” is managed");
  await refuseForm("service-owner", { serviceId: "s-2" });
  expect(await noteFor({ tab: "service overview" }, "s-1")).toContain("owners of services (orders)");
  expect(await noteFor({ tab: "service overview" }, "s-2")).toBeUndefined();
  expect(await noteFor({ list: "owners_list" })).toContain("owners of services (orders)");
});

test("a tab of two parts names those that the file has", async () => {
  const tab = "admin access";
  const note = (held: Parameters<typeof places>[0]) => places(held).noteFor({ tab });
  expect(await note({ access: {}, limits: {} })).toContain("roles and limits of roles");
  expect(await note({ limits: {} })).toContain("a file:* limits of roles.");
  expect(await note({ hooks: {} })).toBeUndefined();
});
