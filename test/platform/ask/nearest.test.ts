import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const type = (sentence: string) => typing({ services: ["orders", "inventory"] }).type(sentence);

test.each([
  ["inventory is <@U003>'s now, team fulfilment", "asked:services owner"],
  ["what fired on checkout last week that no one cared about", "asked:alerts noise"],
])("“%s” gets the nearest calls, with what was understood", async (sentence, button) => {
  const answer = await type(sentence);
  expect(answer).toContain(button);
  expect(answer.match(/asked:/g)?.length ?? 0).toBeLessThanOrEqual(3);
});

test.each(["write me a poem about night watch", "good morning, dear machine", "order pizza for the office"])(
  "“%s” is near to nothing",
  async (sentence) => {
    expect(await type(sentence)).not.toContain("asked:");
  },
);

test("a call that is only near takes no number from what was said before", async () => {
  const { type: say } = typing({ services: ["orders prod"] });
  await say("set a budget of 100 credits for orders prod");
  expect(await say("tell everyone in <#C001> that orders prod is down")).not.toContain("100");
});

test.each(["escalate checkout", "heartbeat of checkout", "fallback of checkout"])(
  "“%s” turns nothing off, and offers no button that does",
  async (sentence) => {
    expect(await type(sentence)).not.toMatch(/(?:escalate|heartbeat|fallback) \S*checkout\S* off/);
  },
);

test("help is offered once", async () => {
  const answer = await type("what are the options for orders");
  expect(answer).toContain("Is it one of these?");
  expect(answer).toContain("run:help");
  expect(answer).not.toContain("asked:help");
});

const stopButtons = (answer: string) => answer.match(/asked:services stop/g)?.length ?? 0;

test("of a name that isn't known, the ones near to it are buttons", async () => {
  const { type: say } = typing({ services: ["session cache", "orders prod"] });
  const answer = await say("stop sesion cach");
  expect(answer).toContain("I don't know a service called");
  expect(stopButtons(answer)).toBe(1);
});

test("a name that is lacking is chosen with a button if there are few", async () => {
  const few = await type("stop it");
  expect(few).toContain("Which service do you mean?");
  expect(stopButtons(few)).toBe(2);
  const { type: say } = typing({ services: ["orders", "inventory", "billing", "events"] });
  expect(stopButtons(await say("stop it"))).toBe(0);
});

test("“who can delete services” isn't answered by who did it", async () => {
  expect(await type("who can delete services")).toContain("asked:admin access");
});
