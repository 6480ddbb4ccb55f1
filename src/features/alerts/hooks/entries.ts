import { z } from "zod";
import { channel, group, hook, inChannel, ofGroup } from "../../../platform/commands/arguments.ts";
import { HookFacts, HookList } from "./data.ts";
import { type Asks, type Effect, entry, none, quoted } from "../../../platform/commands/entry.ts";
import { asks } from "./asks.ts";
import { ruleAsks } from "./rules/asks.ts";

interface Facts {
  name: string;
  title: string;
  summary: string;
  effect: Effect;
  asks: Asks;
  opens?: true;
  isTool?: true;
  result?: z.ZodObject;
}

/** An entry about one hook, with nothing else to say. */
const onHook = (subcommand: string, facts: Facts) =>
  entry({
    ...facts,
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks", subcommand, quoted(hook)],
  });

/** An entry about one hook, with the words of its command. */
const withWords = (subcommand: string, what: string, facts: Facts) =>
  entry({
    ...facts,
    args: z.object({ hook, words: z.string().trim().max(300).optional().describe(what) }),
    words: ({ hook, words }) => ["alerts hooks", subcommand, quoted(hook), words],
  });

/** What can be asked for about hooks, by subcommand. */
export const entries = {
  list: entry({
    asks: asks.list,
    name: "hooks_list",
    title: "Hooks",
    summary: "Lists the alert hooks and their channels.",
    effect: "read",
    isTool: true,
    args: none,
    words: () => ["alerts hooks list"],
    result: HookList,
  }),
  show: onHook("show", {
    asks: asks.show,
    name: "hooks_show",
    title: "A hook",
    summary: "Shows how a hook is set and what it received last.",
    effect: "read",
    opens: true,
    isTool: true,
    result: HookFacts,
  }),
  create: entry({
    asks: asks.create,
    name: "hooks_create",
    title: "Create a hook",
    summary: "Makes an address that brings alerts into a channel.",
    effect: "change",
    args: z.object({
      channel,
      name: z.string().trim().min(1).max(60).optional().describe("Its name. By default the channel's"),
      signed: z.boolean().optional().describe("True if senders sign what they send"),
    }),
    words: ({ channel, name, signed }) => [
      "alerts hooks create",
      inChannel(channel),
      name,
      signed ? "signed" : undefined,
    ],
  }),
  test: onHook("test", {
    asks: asks.test,
    name: "hooks_test",
    title: "Test a hook",
    summary: "Posts a test alert through a hook.",
    effect: "change",
  }),
  "test-sample": entry({
    name: "hooks_test_sample",
    title: "Test a hook's rules",
    summary: "Says where an alert would go, and posts nothing.",
    effect: "read",
    access: "operator",
    args: z.object({
      hook,
      sample: z
        .string()
        .trim()
        .regex(/^(?:title|group|severity|at)\s/, 'For example: title "payments" severity critical at 23:30')
        .max(300)
        .describe('What to try, for example title "payments" severity critical at 23:30'),
    }),
    words: ({ hook, sample }) => ["alerts hooks test", quoted(hook), sample],
  }),
  rotate: onHook("rotate", {
    asks: asks.rotate,
    name: "hooks_rotate",
    title: "Rotate a hook's secret",
    summary: "Makes a new secret for a hook. The old one works for a while.",
    effect: "change",
  }),
  "drop-secret": entry({
    asks: asks["drop-secret"],
    name: "hooks_drop_secret",
    title: "Drop a hook's old secret",
    summary: "Ends the older one of a hook's two secrets.",
    effect: "destroy",
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks rotate", quoted(hook), "done"],
  }),
  pause: onHook("pause", {
    asks: asks.pause,
    name: "hooks_pause",
    title: "Pause a hook",
    summary: "Drops what a hook receives until it is resumed.",
    effect: "change",
  }),
  resume: onHook("resume", {
    asks: asks.resume,
    name: "hooks_resume",
    title: "Resume a hook",
    summary: "Posts again what a hook receives.",
    effect: "change",
  }),
  delete: onHook("delete", {
    asks: asks.delete,
    name: "hooks_delete",
    title: "Delete a hook",
    summary: "Asks whether to delete a hook with its rules and mutes.",
    effect: "destroy",
  }),
  map: withWords("map", "Paths, as in title=alert.name state=alert.status", {
    asks: asks.map,
    name: "hooks_map",
    title: "Map a hook's fields",
    summary: "Says where a hook's alerts have their title, state and key.",
    effect: "change",
  }),
  fallback: entry({
    asks: asks.fallback,
    name: "hooks_fallback",
    title: "Set a hook's fallback channel",
    summary: "Sets the channel that gets alerts when their own takes none.",
    effect: "change",
    args: z.object({ hook, channel: channel.optional().describe("The channel. Without it none") }),
    words: ({ hook, channel }) => ["alerts hooks fallback", quoted(hook), inChannel(channel) ?? "off"],
  }),
  escalate: entry({
    asks: asks.escalate,
    name: "hooks_escalate",
    title: "Set a hook's escalation",
    summary: "Mentions a user group when an alert stays unacknowledged.",
    effect: "change",
    args: z.object({
      hook,
      group: group.optional().describe("The user group. Without it no one is mentioned"),
      minutes: z.int().min(1).max(1_440).optional().describe("After how many minutes"),
    }),
    words: ({ hook, group, minutes }) => [
      "alerts hooks escalate",
      quoted(hook),
      ofGroup(group) ?? "off",
      group && minutes ? `after ${minutes}` : undefined,
    ],
  }),
  broadcast: withWords("broadcast", "on or off", {
    asks: asks.broadcast,
    name: "hooks_broadcast",
    title: "Set a hook's broadcasts",
    summary: "Says whether the channel sees an alert's end and its return.",
    effect: "change",
  }),
  observe: withWords("observe", "The connection and the service, or off", {
    asks: asks.observe,
    name: "hooks_observe",
    title: "Choose the service that a hook is about",
    summary: "Says which service is asked about a hook's open alerts.",
    effect: "change",
  }),
  mutes: onHook("mutes", {
    asks: asks.mutes,
    name: "hooks_mutes",
    title: "Muted alerts",
    summary: "Lists the muted alerts of a hook.",
    effect: "read",
  }),
  unmute: withWords("unmute", "The alert's number in the list", {
    asks: asks.unmute,
    name: "hooks_unmute",
    title: "Unmute an alert",
    summary: "Posts a muted alert again.",
    effect: "change",
  }),
  rules: onHook("rules", {
    asks: ruleAsks.rules,
    name: "hooks_rules",
    title: "A hook's rules",
    summary: "Lists the rules that route a hook's alerts.",
    effect: "read",
  }),
  "change-rules": entry({
    asks: ruleAsks["change-rules"],
    name: "hooks_change_rules",
    title: "Change a hook's rules",
    summary: "Adds, moves or removes a rule that routes a hook's alerts.",
    effect: "change",
    args: z.object({
      hook,
      change: z
        .string()
        .trim()
        .regex(/^(?:add|remove|up)\s/, 'For example: add title "payments" severity critical to #night')
        .max(300)
        .describe('For example: add title "payments" severity critical to #night, remove 2, or up 3'),
    }),
    words: ({ hook, change }) => ["alerts hooks rules", quoted(hook), change],
  }),
  try: withWords("try", "What to try", {
    asks: ruleAsks.try,
    name: "hooks_try",
    title: "Try a hook's rules",
    summary: "Says where an alert would go, and posts nothing.",
    effect: "read",
  }),
  replay: withWords("replay", "How far back, as in 24h", {
    asks: ruleAsks.replay,
    name: "hooks_replay",
    title: "Replay a hook's alerts",
    summary: "Says where the alerts of the last hours would go by the present rules, and posts nothing.",
    effect: "read",
  }),
  export: onHook("export", {
    asks: ruleAsks.export,
    name: "hooks_export",
    title: "Export a hook's rules",
    summary: "Shows a hook's rules and settings as text.",
    effect: "read",
  }),
  import: onHook("import", {
    asks: ruleAsks.import,
    name: "hooks_import",
    title: "Import a hook's rules",
    summary: "Opens the form that takes a hook's rules and settings as text.",
    effect: "change",
    opens: true,
  }),
};
