import { expect, test } from "vitest";
import { typing } from "../../ask/typing.ts";

const services = ["orders prod", "web analytics", "reporting dev"];
const type = (sentence: string) => typing({ services }).type(sentence);

test.each([
  ["how much did we spend last week, not counting web analytics", "not counting web analytics"],
  [
    "what did we spend last week apart from web analytics and orders prod",
    "apart from web analytics and orders prod",
  ],
  ["show me the costs of all services but web analytics", "but web analytics"],
  ["costs last month by service but leave out web analytics", "leave out web analytics"],
  ["costs last month, filter out web analytics", "filter out web analytics"],
  ["show me the costs of last week unless web analytics is down", "unless web analytics is down"],
])("“%s” is answered for all, and says what it doesn't leave away", async (sentence, excluded) => {
  const answer = await type(sentence);
  expect(answer).toContain(excluded);
  expect(answer.split(" = ").at(-1)).not.toContain("web analytics");
});

test.each([
  "post the costs weekly, no wait, don't post them",
  "no need to delete orders prod",
  "we must not stop orders prod",
  "I don't want to stop orders prod",
  "orders prod must not be stopped",
])("“%s” does nothing, and says so", async (sentence) => {
  expect(await type(sentence)).toContain("You said what not to do");
});

test.each([
  ["post costs every monday at 9 and every friday at 5", "every friday"],
  ["post costs every monday until friday", "until friday"],
  ["this week's costs against last week's, working days only", "weekdays"],
  ["wake orders prod for 2 hours unless sam objects", "unless sam objects"],
  ["cap orders prod at $500", "[$]"],
  ["if orders prod costs more than 500 this month stop it", "stop"],
  ["make me admin", "me"],
  ["open alerts and ack them", "ack"],
  ["give everyone admin", "everyone"],
  ["which services cost less than 10 credits", "than 10"],
  ["did orders prod cost more than in september", "than"],
  ["mute everything except critical", "except critical"],
  ["hours 08:00-18:00 for orders prod except bank holidays", "except bank holidays"],
])("a part that no value has is said to be left out: “%s”", async (sentence, words) => {
  expect(await type(sentence)).toMatch(new RegExp(`I left out: [^\\n]*“[^”]*${words}`));
});

test.each(["lower the budget of orders prod by 100", "raise the budget of orders prod by 10%"])(
  "a part of a value is not the value: “%s”",
  async (sentence) => {
    expect(await type(sentence)).not.toContain("budget set 10");
  },
);

test("a key in place of a name is not said again", async () => {
  const answer = await type("connect grafana with token glsa_abcdefgh12345678abcdefgh12345678_abcdef12");
  expect(answer).toContain("password or a key");
  expect(answer).not.toContain("glsa");
});

test("what someone did is not a wish to do it", async () => {
  expect(await type("show me services created by sam")).not.toContain(" = create");
  expect(await type("I stopped orders prod")).not.toContain("Stop *orders prod*?");
});

test("a “no” gets no list of what I can do, and a “yes” the way to a change", async () => {
  expect(await type("never mind")).toContain("I changed nothing");
  expect(await type("yes please")).toContain("only with a click");
});

test.each(["show me the alerts that are not critical", "only critical alerts"])(
  "“%s” is not answered with all alerts as if nothing were missing",
  async (sentence) => {
    expect(await type(sentence)).toMatch(/^I'm not sure|I left out/m);
  },
);
