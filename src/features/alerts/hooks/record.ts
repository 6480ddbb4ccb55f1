import { z } from "zod";
import { Severity } from "../incident/event-record.ts";
import { randomInt } from "node:crypto";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { hashText } from "../../../lib/hash.ts";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
// Any 32 of these signs are base64 of 24 bytes, the fewest that Standard Webhooks allows.
const length = 32;

/** A new secret as Standard Webhooks writes it, of letters and digits alone: it stays what it is in a header and in a path. */
export function newHookSecret(randomBelow: (end: number) => number = (end) => randomInt(end)): string {
  const drawn = Array.from({ length }, () => signs[randomBelow(signs.length)]);
  return `whsec_${drawn.join("")}`;
}

/** What the secret of a hook is sealed for, where its sender signs. */
export function hookSecretPurpose(hookId: string): string {
  return `secret of hook ${hookId}`;
}

/** A secret as it is kept: the digest, and for a sender that signs the sealed text too. */
export function keptSecret(
  secret: string,
  { hookId, isSigned, at, sealer }: { hookId: string; isSigned: boolean; at: Date; sealer: WorkspaceSealer },
): HookSecret {
  // The secret has 190 random bits, so its hash needs neither salt nor work.
  const digested = { digest: hashText(secret), createdAt: at.toISOString() };
  return isSigned ? { ...digested, sealed: sealer.seal(secret, hookSecretPurpose(hookId)) } : digested;
}

/** Dotted paths into a body that no parser knows, as in "alert.name" or "labels.0.value". */
export const HookMapping = z.object({
  title: z.string(),
  body: z.string().optional(),
  state: z.string().optional(),
  key: z.string().optional(),
  link: z.string().optional(),
  group: z.string().optional(),
  severity: z.string().optional(),
});
export type HookMapping = z.output<typeof HookMapping>;

/** The days of a week, as a rule names them. */
export const ruleDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** A rule of a hook: what it fits, and what then happens; the first that fits decides. */
export const HookRule = z.object({
  /** Texts that the title or group must contain, without case; `*` stands for anything. */
  title: z.string().max(200).optional(),
  group: z.string().max(200).optional(),
  /** That bad, or worse. */
  severity: Severity.optional(),
  /** From and to as "HH:MM" in the zone; over midnight where `to` is earlier. Days as in "mon". */
  time: z
    .object({
      from: z.string(),
      to: z.string(),
      zone: z.string(),
      days: z.array(z.enum(ruleDays)).optional(),
    })
    .optional(),
  /** Where it goes instead of the hook's channel. */
  channelId: z.string().optional(),
  /** True where nobody is told. */
  mute: z.literal(true).optional(),
  /** The user group to mention at once, by id. */
  mentionGroupId: z.string().optional(),
  /** How bad it counts, for senders that do not say. */
  setSeverity: Severity.optional(),
});
export type HookRule = z.output<typeof HookRule>;

/** More than these are rather several hooks. */
export const mostRules = 50;

/** A secret of a hook, which only its owner has seen: what is kept is a digest of it. */
export const HookSecret = z.object({
  /** SHA-256, in hex. */
  digest: z.string(),
  createdAt: z.iso.datetime(),
  /** The secret sealed, only where the sender signs with it, for a signature cannot be checked against a digest. */
  sealed: z.string().optional(),
});
export type HookSecret = z.output<typeof HookSecret>;

/** An address that a sender posts alerts to. */
export const Hook = z.object({
  /** `<workspace id>-<random>`. */
  id: z.string(),
  name: z.string().min(1).max(60),
  channelId: z.string(),
  /** Who made it, and is told when its channel takes nothing any more. */
  ownerId: z.string(),
  createdAt: z.iso.datetime(),
  /** The newest first; two while a new one is being brought to the sender. */
  secrets: z.array(HookSecret).min(1).max(2),
  paused: z.object({ userId: z.string(), at: z.iso.datetime() }).optional(),
  /** Takes over where the channel takes nothing any more. */
  fallbackChannelId: z.string().optional(),
  /** Mentioned once where nobody acknowledges an incident for so long. */
  escalation: z.object({ groupId: z.string(), afterMinutes: z.int().min(1).max(1_440) }).optional(),
  /** True where the channel hears of it, not the thread alone, when severity rises. */
  broadcasts: z.boolean(),
  mapping: HookMapping.optional(),
  rules: z.array(HookRule).max(mostRules),
  /** Incidents that nobody is told of, by their key. */
  muted: z.record(z.string(), z.object({ title: z.string(), userId: z.string(), at: z.iso.datetime() })),
  /** Whose API is asked what became of its alerts: a connection, and for a managed one the service. */
  observes: z.object({ connection: z.string(), serviceId: z.string().optional() }).optional(),
  /** Who waits to see the first delivery, and where. */
  awaited: z.object({ userId: z.string(), channelId: z.string() }).optional(),
  /** The channels that took nothing any more, since when, the latest last; each gone once it takes something again. */
  unreachable: z
    .array(z.object({ channelId: z.string(), reason: z.string(), at: z.iso.datetime() }))
    .optional(),
});
export type Hook = z.output<typeof Hook>;

/** Where a sender posts a hook's alerts to. */
export function hookAddress(publicUrl: string, hookId: string): string {
  return `${publicUrl}/hooks/${hookId}`;
}

/** The same for senders that cannot set headers: who has this address has the secret. */
export function hookAddressWithSecret(publicUrl: string, hookId: string, secret: string): string {
  return `${hookAddress(publicUrl, hookId)}/${encodeURIComponent(secret)}`;
}

/** A new hook's id: the workspace's, so that it is known where to look for it, and what nobody guesses. */
export function newHookId(workspaceId: string, random: string): string {
  return `${workspaceId}-${random}`;
}

/** The workspace that a hook's id says it is in; undefined for what is no hook's id. */
export function workspaceOfHook(hookId: string): string | undefined {
  return /^([A-Z0-9]{1,30})-[\w-]{1,60}$/.exec(hookId)?.[1];
}
