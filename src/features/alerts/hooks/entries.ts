import { z } from "zod";
import { channel, group, hook, inChannel, ofGroup } from "../../../platform/commands/arguments.ts";
import { HookFacts, HookList } from "./data.ts";
import { entry, none, quoted } from "../../../platform/commands/entry.ts";
import { asks } from "./asks.ts";
import { onHook, withWords } from "./entry-on-hook.ts";
import { maintenanceAsks } from "../maintenance/asks.ts";
import { heartbeatAsks } from "../heartbeat/asks.ts";
import { ruleEntries } from "./rules/entries.ts";

const duration = z.string().trim().min(2).max(40);

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
    summary: "Deletes a hook with its rules and mutes, once that is confirmed.",
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
  heartbeat: entry({
    asks: heartbeatAsks,
    name: "hooks_heartbeat",
    title: "Expect beats from a hook",
    summary:
      "Makes each delivery to a hook a beat, and a missing one an alert. Asks first if it gets alerts.",
    effect: "change",
    args: z.object({
      hook,
      every: duration.optional().describe("How often one comes, as in 5m. Without it none is expected"),
      grace: duration.optional().describe("How late one may be, as in 2m. By default a minute"),
    }),
    words: ({ hook, every, grace }) => [
      "alerts hooks heartbeat",
      quoted(hook),
      every === undefined ? "off" : `every ${every}`,
      every !== undefined && grace !== undefined ? `grace ${grace}` : undefined,
    ],
  }),
  maintenance: entry({
    asks: maintenanceAsks.set,
    name: "hooks_maintenance",
    title: "Set a hook's maintenance",
    summary: "Sets when new alerts of a hook are kept and not posted.",
    effect: "change",
    args: z.object({
      hook,
      words: z
        .string()
        .trim()
        .min(1)
        .max(300)
        .describe("A time, as in Sat 02:00-04:00 weekly Europe/Berlin or for 2h, or off"),
    }),
    words: ({ hook, words }) => ["alerts hooks maintenance", quoted(hook), words],
  }),
  "maintenance-list": onHook("maintenance", {
    asks: maintenanceAsks.list,
    name: "hooks_maintenance_list",
    title: "A hook's maintenance windows",
    summary: "Lists when new alerts of a hook are kept and not posted.",
    effect: "read",
  }),
  "maintenance-end": entry({
    asks: maintenanceAsks.end,
    name: "hooks_maintenance_end",
    title: "End a hook's maintenance",
    summary: "Ends a hook's maintenance now, and posts what still fires.",
    effect: "change",
    args: z.object({ hook }),
    words: ({ hook }) => ["alerts hooks maintenance", quoted(hook), "end"],
  }),
  ...ruleEntries,
};
