import { z } from "zod";
import {
  channelId,
  clockTime,
  connectionName,
  freeText,
  groupId,
  hookName,
  kept,
  lineOf,
  placeId,
  serviceId,
  timeZone,
  userId,
} from "../../../lib/kinds.ts";
import { Severity } from "../incident/event-record.ts";
import { randomInt } from "node:crypto";
import type { WorkspaceSealer } from "../../../platform/secrets/seal.ts";
import { hashText } from "../../../lib/hash.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new secret in the format of Standard Webhooks, of letters and digits, so it needs no escapes in paths. */
export function newHookSecret(): string {
  // Any 32 of these characters are base64 of 24 bytes, the fewest that Standard Webhooks allows.
  const drawn = Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]);
  return `whsec_${drawn.join("")}`;
}

/** The purpose under which a hook's signing secret is sealed. */
export function hookSecretPurpose(hookId: string): string {
  return `secret of hook ${hookId}`;
}

/** The record of a secret: its hash, and if the sender signs, also the sealed secret. */
export function keptSecret(
  secret: string,
  { hookId, isSigned, at, sealer }: { hookId: string; isSigned: boolean; at: Date; sealer: WorkspaceSealer },
): HookSecret {
  // The secret has 190 random bits, so its hash needs neither a salt nor a slow function.
  const hashed = { hash: hashText(secret), createdAt: at.toISOString() };
  return isSigned ? { ...hashed, sealed: sealer.seal(secret, hookSecretPurpose(hookId)) } : hashed;
}

const dottedPath = lineOf("a dotted path, such as alert.name");
const stateWords = lineOf("words or numbers of the state with commas, such as 2,1");
const ruleText = lineOf("a text that the title or the group contains");
export const muteTitle = freeText("the title of the alerts", 1_000);

/** The key of an alert, as its sender says it, or of a rule's mute. */
export const muteKey = freeText("the key of an alert", 1_000);

/** Dotted paths into a JSON body of an unknown shape, as in "alert.name" or "labels.0.value". */
export const HookMapping = z.object({
  title: kept(dottedPath),
  body: kept(dottedPath).optional(),
  state: kept(dottedPath).optional(),
  key: kept(dottedPath).optional(),
  link: kept(dottedPath).optional(),
  group: kept(dottedPath).optional(),
  severity: kept(dottedPath).optional(),
  /** The words or numbers of the state that mean so, with commas, as in "2,1". */
  firing: kept(stateWords).optional(),
  resolved: kept(stateWords).optional(),
});
export type HookMapping = z.output<typeof HookMapping>;

/** The days of the week in the order and the words of rules. */
export const ruleDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** A rule of a hook: its conditions and its effects. The first rule that fits an event decides. */
export const HookRule = z.object({
  /** Texts that the title or the group must contain, in any case. `*` matches anything. */
  title: kept(ruleText, z.string().max(200)).optional(),
  group: kept(ruleText, z.string().max(200)).optional(),
  /** The lowest severity that fits. */
  severity: Severity.optional(),
  /** `from` and `to` as "HH:MM" in the zone. It goes over midnight if `to` is not later. */
  time: z
    .object({
      from: kept(clockTime),
      to: kept(clockTime),
      zone: kept(timeZone),
      days: z.array(z.enum(ruleDays)).optional(),
    })
    .optional(),
  /** The channel to post in, instead of the hook's own. */
  channelId: kept(channelId).optional(),
  /** True if the event is not posted. */
  mute: z.literal(true).optional(),
  /** The user group to mention at once, by id. */
  mentionGroupId: kept(groupId).optional(),
  /** Replaces the severity of the event. */
  setSeverity: Severity.optional(),
});
export type HookRule = z.output<typeof HookRule>;

/** The most hooks of one workspace. Each may fill a channel. */
export const mostHooks = 100;

/** The most rules of one hook. */
export const mostRules = 50;

/** The record of a hook's secret. The secret itself was shown once to the person who created it. */
export const HookSecret = z.object({
  /** SHA-256, in hex. */
  hash: z.string(),
  createdAt: z.iso.datetime(),
  /** The sealed secret, only if the sender signs: a hash is not enough to verify a signature. */
  sealed: z.string().optional(),
});
export type HookSecret = z.output<typeof HookSecret>;

const OwnFields = z.object({
  /** `<workspace id>-<random>`. */
  id: z.string(),
  name: kept(hookName, z.string().min(1).max(60)),
  channelId: kept(channelId),
  /** The person who created it. They are notified if one of its channels rejects messages. */
  ownerId: kept(userId),
  createdAt: z.iso.datetime(),
  /** The newest first; two during a rotation. */
  secrets: z.array(HookSecret).min(1).max(2),
  paused: z.object({ userId: kept(userId), at: z.iso.datetime() }).optional(),
  /** Gets the alerts if the channel rejects messages. */
  fallbackChannelId: kept(channelId).optional(),
  /** The user group to mention once if an incident stays unacknowledged for that time. */
  escalation: z.object({ groupId: kept(groupId), afterMinutes: z.int().min(1).max(1_440) }).optional(),
  /** True if a rise of severity is posted in the channel too, not only in the thread. */
  broadcasts: z.boolean(),
  mapping: HookMapping.optional(),
  rules: z.array(HookRule).max(mostRules),
  /** The muted alerts by their keys, and the muted rules by `ruleMuteKey`. They are not posted. */
  muted: z.record(
    z.string(),
    z.object({ title: kept(muteTitle), userId: kept(userId), at: z.iso.datetime() }),
  ),
  /** The server of its alerts: a connection, and for a managed one the service. The reconciliation asks its API. */
  observes: z.object({ connection: kept(connectionName), serviceId: kept(serviceId).optional() }).optional(),
  /** The person who waits for the first delivery, and the channel in which they asked. */
  awaited: z.object({ userId: kept(userId), channelId: kept(placeId) }).optional(),
  /** The channels that reject messages, the latest last. A channel is removed once it accepts one again. */
  unreachable: z
    .array(z.object({ channelId: kept(placeId), reason: z.string(), at: z.iso.datetime() }))
    .optional(),
});

/** An address that a sender posts alerts to. */
export type Hook = z.output<typeof OwnFields> & HookFields;

/** The fields that other features add to a hook's record. Each declares its own here, and their schemas in a part. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features merge their fields into it
export interface HookFields {}

type HookRecord = z.ZodObject & z.ZodType<Hook>;

/** What a part of hooks keeps. */
export interface KeptHookPart {
  /** Its fields of a hook's record. Each is optional. */
  fields?: z.ZodRawShape;
  /** What it keeps of a hook in Redis: fields named by the hook's id in hashes, and keys. They go with the hook. */
  kept?(workspaceId: string, hookId: string): { hashes?: string[]; keys?: string[] };
}

const records = new WeakMap<readonly KeptHookPart[], HookRecord>();

/** The record of a hook with the fields of its parts. */
export function hookRecord(parts: readonly KeptHookPart[]): HookRecord {
  const known = records.get(parts);
  if (known) return known;
  const fields: z.ZodRawShape = Object.assign({}, ...parts.map((part) => part.fields));
  // Each part declares its fields in HookFields too, so the type has them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const record = OwnFields.extend(fields) as z.ZodObject as HookRecord;
  records.set(parts, record);
  return record;
}

/** The server of a hook's alerts, as a hook has it. */
export const ObservedServer = OwnFields.shape.observes.unwrap();

/** The key of a mute for all alerts of one rule. Keys of alerts begin with other words. */
export function ruleMuteKey(alertName: string): string {
  return `rule:${alertName}`;
}

/** True for the key of a muted rule. */
export function isRuleMute(key: string): boolean {
  return key.startsWith("rule:");
}

/** The mute of an alert or of its rule; undefined if it is posted. */
export function muteOf(
  { muted }: Pick<Hook, "muted">,
  { key, alertName }: { key: string; alertName?: string },
): (Hook["muted"][string] & { isRule: boolean }) | undefined {
  // Senders choose keys, such as "__proto__".
  const found = (each: string) => (Object.hasOwn(muted, each) ? muted[each] : undefined);
  const own = found(key);
  if (own) return { ...own, isRule: false };
  const ofRule = alertName === undefined ? undefined : found(ruleMuteKey(alertName));
  return ofRule && { ...ofRule, isRule: true };
}

/** The address to which a sender posts a hook's alerts. */
export function hookAddress(publicUrl: string, hookId: string): string {
  return `${publicUrl}/hooks/${hookId}`;
}

/** A new hook's id. It begins with the workspace's id; `random` makes it impossible to guess. */
export function newHookId(workspaceId: string, random: string): string {
  return `${workspaceId}-${random}`;
}

/** The workspace's id within a hook's id; undefined for any other text. */
export function workspaceOfHook(hookId: string): string | undefined {
  return /^([A-Z0-9]{1,30})-[\w-]{1,60}$/.exec(hookId)?.[1];
}
