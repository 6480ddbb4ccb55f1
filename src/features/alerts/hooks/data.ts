import { z } from "zod";
import { troublesOf } from "../outbox/unreachable.ts";
import { formatRule } from "../routing/route.ts";
import { time } from "../../../platform/commands/found.ts";
import { isSigned } from "./parts.ts";
import type { Hook } from "./record.ts";

const ListedHook = z.object({
  name: z.string(),
  channelId: z.string().describe("Where its alerts go unless a rule says otherwise"),
  isPaused: z.boolean().describe("True if it drops what it receives"),
  awaitsFirstDelivery: z.boolean().describe("True if nothing came yet"),
  refusedChannelIds: z.array(z.string()).describe("Channels that take no messages"),
});

/** The hooks for programs. No address and no secret is among it. */
export const HookList = z.object({ hooks: z.array(ListedHook).describe("The oldest first") });

/** One hook for programs. */
export const HookFacts = ListedHook.extend({
  ownerId: z.string().describe("Who created it"),
  createdAt: time.describe("When it was created"),
  isSigned: z.boolean().describe("True if senders sign what they send"),
  openAlerts: z.int().describe("How many are open"),
  lastDeliveryAt: time.optional().describe("When something came last"),
  fallbackChannelId: z.string().optional().describe("Gets alerts that their channel does not take"),
  escalation: z
    .object({
      groupId: z.string().describe("The user group that is mentioned"),
      afterMinutes: z.int().describe("After so long without an acknowledgement"),
    })
    .optional()
    .describe("Absent if no one is mentioned"),
  rules: z.array(z.string()).describe("In their order. The first that fits decides"),
  mutes: z.array(z.string()).describe("The titles of the muted alerts"),
});

/** A hook in the list. */
export function listedHook(hook: Hook): z.output<typeof ListedHook> {
  const { name, channelId, paused, awaited } = hook;
  return {
    name,
    channelId,
    isPaused: paused !== undefined,
    awaitsFirstDelivery: awaited !== undefined,
    refusedChannelIds: troublesOf(hook).map((trouble) => trouble.channelId),
  };
}

/** A hook with its settings. */
export function hookFacts(
  hook: Hook,
  { openAlerts, lastDeliveryAtMs }: { openAlerts: number; lastDeliveryAtMs: number | undefined },
): z.output<typeof HookFacts> {
  const { ownerId, createdAt, fallbackChannelId, escalation, rules, muted } = hook;
  return {
    ...listedHook(hook),
    ownerId,
    createdAt,
    isSigned: isSigned(hook),
    openAlerts,
    lastDeliveryAt: lastDeliveryAtMs === undefined ? undefined : new Date(lastDeliveryAtMs).toISOString(),
    fallbackChannelId,
    escalation,
    rules: rules.map((rule) => formatRule(rule)),
    mutes: Object.values(muted).map(({ title }) => title),
  };
}
