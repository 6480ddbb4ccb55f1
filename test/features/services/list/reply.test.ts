import { describe, expect, it } from "vitest";
import { validateMessage } from "../../../../src/sandbox/slack/validate/index.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { rendered, renderedText } from "../../../platform/blocks/rendered.ts";
import { servicesReply } from "../../../../src/features/services/list/command.ts";

type Services = Parameters<typeof servicesReply>[0];

function answer(services: Services) {
  const reply = servicesReply(services);
  expect(validateMessage(reply)).toBeNull();
  return reply;
}

const orders = {
  name: "orders prod",
  serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
  addedBy: "U012ABCDEF",
};
const billing = { name: "billing", serviceId: "7f3b9c1e-92d5-4f60-8a1b-3c4d5e6f7a80" };

describe("the list of known services", () => {
  it("shows names, ids and what to do next", () => {
    expect(answer([orders, billing]).text).toBe(
      [
        "*2 services* known here by name.",
        "Name | Service id",
        "billing | 7f3b9c1e-92d5-4f60-8a1b-3c4d5e6f7a80",
        "orders prod | 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
        "`/db backups &lt;name&gt;` lists a service's backups. To see more here, add one you have with `/db services add &lt;service id&gt; &lt;name&gt;`.",
      ].join("\n"),
    );
  });

  it("shows states when they are known", () => {
    expect(answer([{ ...orders, state: "partially_running" }, billing]).text).toContain(
      "Name | Service id | State\nbilling | 7f3b9c1e-92d5-4f60-8a1b-3c4d5e6f7a80 | –\norders prod | 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 | partially running",
    );
  });

  it("says how to begin when there are none", () => {
    expect(answer([]).text).toBe(
      "No services are known here yet. Create one with `/db create`, or add one you have with `/db services add &lt;service id&gt; &lt;name&gt;`.",
    );
  });

  it("shows as many as fit, and counts the rest", () => {
    const many = Array.from({ length: 200 }, (_, index) => ({ ...orders, name: `service ${index}` }));
    expect(renderedText(answer(many).blocks)).toContain("And 101 more services, not shown here.");
  });

  it.each(hostileNames)("escapes a service or state called %j", (name) => {
    const { text, blocks } = answer([{ ...orders, name, state: name }]);
    expect(rendered(blocks)).not.toMatch(/slack_(?:broadcast|user|channel|date)|<a |slack_code(?!_inline)/);
    expect(text).not.toMatch(/[<>]|```/);
  });
});
