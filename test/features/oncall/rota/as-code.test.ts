import { expect, test } from "vitest";
import { type RotaItem, problemOf } from "../../../../src/features/oncall/rota/part.ts";
import { parseReference } from "../../../../src/platform/secrets/reference.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import type { WorkspaceSecrets } from "../../../../src/platform/secrets/workspace.ts";

const secrets: Pick<WorkspaceSecrets, "assertMine" | "resolve"> = {
  async assertMine(reference) {
    if (reference.startsWith("sealed:")) throw new AppError("user", "Enter the secret itself.");
  },
  resolve: async () => "webcal://rota.example/t0k3n.ics",
};

function item(host: string, address = "env:ROTA"): RotaItem {
  return { host, address: parseReference(address) };
}

function problem(wanted: RotaItem, before?: RotaItem) {
  return problemOf(wanted, before, { secrets: { ...unused, ...secrets }, allowedHosts: [] });
}

/** What a rota's check never uses. */
const unused: Omit<WorkspaceSecrets, "assertMine" | "resolve"> = {
  write: refuse,
  remove: refuse,
  forget: refuse,
  resolveConfigured: refuse,
  keep: refuse,
  discard: refuse,
  discardAll: refuse,
  rememberKept: refuse,
};

function refuse(): never {
  throw new Error("A check of a file changes no secret.");
}

test("a rota of a file must lead to the host that the file says", async () => {
  expect(await problem(item("rota.example"))).toBeUndefined();
  const other = await problem(item("other.example"));
  expect(other).toContain("doesn't lead to other.example");
  expect(other).not.toContain("t0k3n");
});

test("a reference that was kept here counts where it is, and nowhere else", async () => {
  const kept = item("rota.example", "sealed:rota-1#address");
  expect(await problem(kept, kept)).toBeUndefined();
  expect(await problem(kept)).toBe("Enter the secret itself.");
});
