import { z } from "zod";
import { hook } from "../../../../platform/commands/arguments.ts";
import { entry, quoted } from "../../../../platform/commands/entry.ts";
import { onHook, withWords } from "../entry-on-hook.ts";
import { ruleAsks } from "./asks.ts";

/** What can be asked for about the rules of hooks, by subcommand. */
export const ruleEntries = {
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
