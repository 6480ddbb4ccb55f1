import { expect, test } from "vitest";
import { defaultNameOf } from "../../../src/features/connections/records.ts";

type Kept = Awaited<ReturnType<Parameters<typeof defaultNameOf>[0]["list"]>>[number];

const cloud = (name: string): Kept => ({ name, kind: "managed" });
const server = (name: string): Kept => ({ name, kind: "standalone" });
const standard = (all: Kept[], chosen?: string) =>
  defaultNameOf({ list: async () => all, chosen: async () => chosen });

test("without a name, the connection is the chosen one, or else the operator's, or else the first one", async () => {
  expect(await standard([cloud("acme"), cloud("default")], "acme")).toBe("acme");
  expect(await standard([cloud("acme"), cloud("default")], "gone")).toBe("default");
  expect(await standard([server("a-server"), cloud("acme"), cloud("north")])).toBe("acme");
  expect(await standard([server("a-server")], "a-server")).toBe("default");
});
