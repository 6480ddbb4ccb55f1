import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import { policy } from "./approval/fixture.ts";

// Messages keep the buttons of earlier versions, which hold lines.

const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

function read(line: string) {
  const reading = product.readCommand(line);
  if ("reply" in reading) throw new Error(reading.reply.text);
  return reading;
}

test.each([
  ["create", "services_create", {}],
  ["create small staging", "services_create", { name: "small staging" }],
  ["services", "services_list", {}],
  ["services after orders prod", "services_list", { after: "orders prod" }],
  ["services show orders prod", "services_show", { service: "orders prod" }],
  [`services show ${id}`, "services_show", { service: id }],
  ["services terraform all", "services_terraform", { service: "all" }],
  ["services terraform orders prod", "services_terraform", { service: "orders prod" }],
  ["services forget orders prod", "services_forget", { service: "orders prod" }],
  ["services change orders prod", "services_change", { service: "orders prod" }],
  ["services start orders prod", "services_start", { service: "orders prod" }],
  ["services stop orders prod", "services_stop", { service: "orders prod" }],
  ["services delete orders prod", "services_delete", { service: "orders prod" }],
  ["presets show small staging", "presets_show", { preset: "small staging" }],
  ["presets after small staging", "presets_list", { after: "small staging" }],
  ["admin approvals", "approvals_list", {}],
  ["admin approvals off", "approvals_off", {}],
  ["admin approvals workflow", "approvals_workflows", {}],
  [
    "admin approvals workflow withdraw nightly staging",
    "approvals_workflow_set",
    { change: "withdraw nightly staging" },
  ],
])("the button that holds %j runs %s", (line, name, args) => {
  const reading = read(line);
  expect([reading.entry.name, reading.args]).toEqual([name, args]);
});

const made = (what: string) => {
  throw new Error(`made: ${what}`);
};
const context = {
  services: { find: async (name: string) => ({ name, serviceId: id, connection: "default" }) },
  presets: { find: async (name: string) => ({ name, fields: {} }) },
  approvalPolicies: { find: async () => policy },
  connections: { list: async () => [{ name: "default", kind: "managed" }] },
  cloudOf: () => ({ call: async () => ({ state: "running" }) }),
  audit: { change: async ({ action }: { action: string }) => made(action) },
  newId: () => made("service.stop"),
};

test.each([
  ["services forget orders prod yes", "service.forget"],
  ["services stop orders prod yes", "service.stop"],
  ["presets delete small staging yes", "preset.delete"],
  ["admin approvals off yes", "approval.off"],
])(
  "the button of a question that holds %j makes the change, and asks if it isn't the person's own",
  async (line, what) => {
    const asker = { workspaceId: "T1", userId: "U1" };
    const run = (mayConfirm: boolean) =>
      Promise.resolve(Reflect.apply(read(line).run, undefined, [context, { ...asker, mayConfirm }, {}]));
    await expect(run(true)).rejects.toThrow(`made: ${what}`);
    expect(JSON.stringify(await run(false))).toContain("run:sure:");
  },
);
