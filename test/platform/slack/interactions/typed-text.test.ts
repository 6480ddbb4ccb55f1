import { expect, test } from "vitest";
import { typedText } from "../../../../src/platform/slack/interactions/typed-text.ts";

test("Slack's entities and link tokens become the typed text", () => {
  expect(typedText("services add 1 <http://orders.example|orders.example> &amp; more &lt;3")).toBe(
    "services add 1 orders.example & more <3",
  );
  expect(typedText("create <https://example.com/a?b=1>")).toBe("create https://example.com/a?b=1");
});

test("a typed entity is decoded only once", () => {
  expect(typedText("&amp;lt;")).toBe("&lt;");
});

test("channels and user groups stay Slack's tokens, and people become typed names except in commands about people", () => {
  expect(typedText("budget set 500 in <#C123|finance>")).toBe("budget set 500 in <#C123|finance>");
  expect(typedText("hook rules a add mention <!subteam^S1|@on-call>")).toBe(
    "hook rules a add mention <!subteam^S1|@on-call>",
  );
  expect(typedText("access grant <@U1|ada> operator for <!here>")).toBe(
    "access grant <@U1|ada> operator for @here",
  );
  expect(typedText("create <@U1|ada>'s for <!here>")).toBe("create @ada's for @here");
});
