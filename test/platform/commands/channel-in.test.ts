import { expect, test } from "vitest";
import { channelIn, channelsAsTyped } from "../../../src/platform/commands/channel-in.ts";

test.each([
  ["set 500 monthly in <#C0123|finance>", "C0123", "set 500 monthly"],
  ["<#C0123|finance> daily", "C0123", "daily"],
  ["daily at 09:00 to <#G77> by metric", "G77", "daily at 09:00 by metric"],
  // Slack writes no channel for direct messages; our own buttons do.
  ["weekly at 09:00 in <#D012ADA> UTC", "D012ADA", "weekly at 09:00 UTC"],
  ["within limits", undefined, "within limits"],
  ["", undefined, ""],
])("in “%s” the channel is %s", (words, channelId, rest) => {
  expect(channelIn(words)).toEqual(channelId === undefined ? { rest } : { channelId, rest });
});

test("a channel that Slack did not recognize is refused, with what to do", () => {
  expect(() => channelIn("daily in #finanec")).toThrow(
    "I can't tell which channel “#finanec” is. Choose it from the list that Slack shows while you type",
  );
});

test("two channels are refused", () => {
  expect(() => channelIn("in <#C1|a> in <#C2|b>")).toThrow("Name one channel only, such as `#databases`.");
});

test("a name that Slack took for a channel becomes the typed text again", () => {
  expect(channelsAsTyped("show <#C1|data> small")).toBe("show #data small");
  expect(channelsAsTyped("show <!subteam^S1|@data-team> small")).toBe("show @data-team small");
});
