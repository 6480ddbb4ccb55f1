import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../src/app/features.ts";
import { type Tool, entriesFor, listChanges, toolsFor } from "../../../src/features/mcp/serve/tools.ts";
import type { TokenAccess } from "../../../src/features/mcp/tokens/tokens.ts";
import type { Role } from "../../../src/platform/access/role.ts";

const settings = { isOn: true, isReadOnly: false };
const entries = product.commands.flatMap((command) => command.entries);

function tools(role: Role | undefined, access: TokenAccess = "propose", isReadOnly = false): Tool[] {
  return toolsFor(entries, { role, access }, { ...settings, isReadOnly });
}

const namesOf = (all: readonly Tool[]) => all.map(({ name }) => name);

test("an admin has at most 25 tools, and the list fits a model's attention", () => {
  expect(tools("admin").length).toBeLessThanOrEqual(25);
  expect(JSON.stringify(tools("admin")).length).toBeLessThan(64_000);
});

test("no description is longer than a client passes on", () => {
  const described = tools("admin").flatMap(({ name, title, description, inputSchema, outputSchema }) => [
    [name, title],
    [name, description],
    ...[inputSchema, outputSchema].flatMap((schema) => descriptionsIn(schema).map((each) => [name, each])),
  ]);
  expect(described.filter(([, text = ""]) => text.length > 900)).toEqual([]);
});

/** All descriptions of a schema and of what is in it. */
function descriptionsIn(schema: unknown): string[] {
  const { data = {} } = z.record(z.string(), z.unknown()).safeParse(schema);
  return Object.entries(data).flatMap(([key, value]) =>
    key === "description" && typeof value === "string" ? [value] : descriptionsIn(value),
  );
}

test("the changes that can be proposed are all listed, each with its arguments on request", () => {
  const changes = entriesFor(entries, { role: "admin", access: "propose" }, settings).changes;
  const all = listChanges({}, changes).changes;
  expect(all.map(({ name }) => name)).toEqual(changes.map(({ name }) => name));
  for (const { name } of all) {
    const [one, ...others] = listChanges({ command: name }, changes).changes;
    expect([others, one?.name, one?.schema?.["type"]]).toEqual([[], name, "object"]);
  }
  expect(() => listChanges({ command: "tokens_create" }, changes)).toThrow(/must be services_create/);
});

test("each tool says if it reads, and has schemas of what it takes and answers", () => {
  for (const { name, annotations, inputSchema, outputSchema } of tools("admin")) {
    expect([name, inputSchema.type, outputSchema?.type]).toEqual([name, "object", "object"]);
    const isReading = !["services_create", "propose_command"].includes(name);
    expect([name, annotations]).toEqual([
      name,
      { readOnlyHint: isReading, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    ]);
  }
});

test("a role has the tools of the one below, and some more", () => {
  const [viewer, operator, admin] = (["viewer", "operator", "admin"] as const).map((role) =>
    namesOf(tools(role)),
  );
  expect(operator).toEqual(expect.arrayContaining(viewer ?? []));
  expect(admin).toEqual(expect.arrayContaining(operator ?? []));
  expect(viewer).not.toContain("audit_read");
  expect(viewer).not.toContain("services_create");
  expect(tools(undefined)).toEqual([]);
});

test("what may only read has no tool that proposes", () => {
  const reading = namesOf(tools("admin", "read"));
  expect(reading).toEqual(namesOf(tools("admin", "propose", true)));
  for (const name of ["services_create", "propose_command", "offer_status"])
    expect(reading).not.toContain(name);
});

test("no tool is about tokens, and no proposal either", () => {
  expect(JSON.stringify(tools("admin"))).not.toMatch(/tokens_(?:list|create|revoke)/);
});
