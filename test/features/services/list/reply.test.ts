import { describe, expect, it } from "vitest";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered } from "../../../platform/blocks/rendered.ts";
import { runs } from "../../../support/pressed.ts";
import { servicesReply } from "../../../../src/features/services/list/command.ts";
import type { ListedService } from "../../../../src/features/services/list/data.ts";
import { noServices } from "../../../../src/features/services/list/texts.ts";

const orders: ListedService = {
  service: {
    name: "orders prod",
    serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
    connection: "default",
    addedBy: "U012ABCDEF",
    addedAt: "2026-11-20T10:00:00.000Z",
  },
  details: {
    provider: "aws",
    region: "eu-west-1",
    numReplicas: 3,
    minReplicaMemoryGb: 16,
    maxReplicaMemoryGb: 64,
  },
  facts: [
    { label: "State", text: "running", data: { state: "running" } },
    { label: "This month", text: "412.00 credits", data: { creditsThisMonth: "412" } },
  ],
};

function answer(
  items: readonly ListedService[],
  more: { first?: number; total?: number; next?: number } = {},
) {
  const reply = servicesReply({ number: 1, first: 1, items, total: items.length, next: undefined, ...more });
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

describe("the list of services", () => {
  it("shows each one's facts, place, size and owner, and a button that opens it", () => {
    const { text, blocks } = answer([orders]);
    expect(text).toContain(
      "*orders prod*\nState: running · This month: 412.00 credits · Region: aws eu-west-1 · Size: 3 × 16 to 64 GB",
    );
    const { serviceId } = orders.service;
    expect(JSON.stringify(blocks)).toContain(JSON.stringify(runs("services_show", { service: serviceId })));
  });

  it("shows a service about which nothing else is known", () => {
    expect(answer([{ ...orders, details: {}, facts: [] }]).text).toContain("*orders prod*\n");
  });

  it("begins with what to do when there are none", () => {
    expect(answer([]).text).toBe(noServices);
  });

  it("offers the next page", () => {
    const { text, blocks } = answer([orders], { first: 9, total: 20, next: 3 });
    expect(text).toContain("*Services 9 to 9 of 20*");
    const next = runs("services_list", { page: 3 }, "page");
    expect(JSON.stringify(blocks)).toContain(JSON.stringify(next));
  });

  it.each(hostileNames)("escapes a service, a region and an owner called %j", (name) => {
    const service = { ...orders.service, name, addedBy: name };
    const { text, blocks } = answer([{ service, details: { provider: name, region: name }, facts: [] }]);
    expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel)|<a |slack_code(?!_inline)/);
    expect(text.replaceAll(/<!date[^>]*>/g, "")).not.toMatch(/[<>]|```/);
  });
});
