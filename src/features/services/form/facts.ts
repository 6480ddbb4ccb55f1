import { z } from "zod";
import { CreateLimits } from "../../../platform/access/create-limits.ts";
import { Role } from "../../../platform/access/role.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { Fixed, FormState, FormValues } from "../../../platform/forms/form.ts";
import { readOnce } from "../../../platform/forms/state.ts";
import { defaultConnection } from "../../connections/index.ts";
import { PriceBasis } from "../../costs/index.ts";
import { isOpenToWorld } from "./endpoint-list.ts";
import * as texts from "./steps/texts.ts";

/** The fields that other choices fix: the only connection, and the sizes that an older field replaces. */
export function fixedByChoice(state: FormState, tierOfBackup?: unknown): Record<string, Fixed> {
  return { ...onlyConnection(state), ...fixedByTier(state, tierOfBackup) };
}

/** The form does not ask for the connection when there is only one. */
function onlyConnection({ facts }: FormState): Record<string, Fixed> {
  const [only, ...others] = factsOf(facts).connections;
  if (only === undefined || others.length > 0) return {};
  return { connection: { value: only, because: `${escapeName(only)}, ${texts.onlyConnection}` } };
}

const replicaSizes = ["minReplicaMemoryGb", "maxReplicaMemoryGb"];
const sleep = ["idleScaling", "idleTimeoutMinutes"];

/**
 * A development service has a fixed size, and total memory replaces the replica sizes (spec/api.md, "Service"). With an
 * own cloud the replica sizes are required.
 */
function fixedByTier(state: FormState, tierOfBackup: unknown): Record<string, Fixed> {
  if (isOwnCloud(state)) return {};
  const { values } = state;
  const older = values["olderFields"] === true ? values : {};
  const { tier = tierOfBackup, minTotalMemoryGb, maxTotalMemoryGb } = older;
  if (tier === "development") {
    return notSent([...replicaSizes, ...sleep], texts.fixedSize.development);
  }
  const isTotal = minTotalMemoryGb !== undefined || maxTotalMemoryGb !== undefined;
  if (tier !== "production" || !isTotal) return {};
  return notSent(replicaSizes, texts.fixedSize.total);
}

function notSent(fields: readonly string[], because: string): Record<string, Fixed> {
  return Object.fromEntries(fields.map((field) => [field, { value: undefined, because }]));
}

const Choice = z.object({ value: z.string(), text: z.string() });

/** What the form that creates a service knows besides its values. */
export const CreateFacts = z.object({
  /** The workspace's connections by name. */
  connections: z.array(z.string()).default([]),
  /** The names of its presets. */
  presets: z.array(z.string()).default([]),
  /** The services that it offers to restore from; the value is the service's id. */
  services: z.array(Choice.extend({ connection: z.string().default(defaultConnection) })).default([]),
  /** The names of known services, each with its connection. */
  taken: z.array(z.object({ name: z.string(), connection: z.string() })).default([]),
  /** What the cloud of a connection lists, if it was read: all names, and choices for ids. */
  listed: z
    .object({
      connection: z.string(),
      names: z.array(z.string()),
      services: z.array(Choice).default([]),
      warehouses: z.array(Choice).default([]),
      ownClouds: z.array(Choice).default([]),
    })
    .optional(),
  /** What every price in the form rests on, once it was read. */
  basis: PriceBasis.optional(),
  /** Something to say above the first step, in mrkdwn. */
  note: z.string().optional(),
  /** What was asked for that no field has, in plain sentences. `note` has them too. */
  unfilled: z.array(z.string()).optional(),
  /** The preset it started from, and what is no longer allowed in it, in plain sentences. */
  preset: z.object({ name: z.string(), problems: z.array(z.string()) }).optional(),
  /** The backups of one of `services`, as far as they were read. */
  backups: z
    .object({ serviceId: z.string(), choices: z.array(Choice), state: z.enum(["reading", "read", "failed"]) })
    .optional(),
  /** Why the backups couldn't be read, in mrkdwn. */
  backupTrouble: z.string().optional(),
  /** The service that `backups` belong to, as far as its cloud tells. */
  origin: z
    .object({
      serviceId: z.string(),
      name: z.string(),
      provider: z.string().optional(),
      region: z.string().optional(),
      tier: z.string().optional(),
    })
    .optional(),
  /** Who must approve it and why, in mrkdwn; absent when it needs no approval. */
  approval: z.string().optional(),
  /** Why the workspace's hard limits deny it, in plain text. */
  denial: z.string().optional(),
  /** The person's role if its creations are limited, and those limits. */
  limitedAs: Role.optional(),
  limits: CreateLimits.optional(),
  /** When “Save as preset” was last clicked. */
  presetAskedAt: z.string().optional(),
  /** The name of the preset that the content was saved as. */
  savedAs: z.string().optional(),
});
export type CreateFacts = z.output<typeof CreateFacts>;

/** Reads a form's facts. Facts of another version that do not fit the schema count as none. */
export const factsOf = readOnce(
  (facts): CreateFacts => CreateFacts.safeParse(facts).data ?? CreateFacts.parse({}),
);

/** What a person should know before a service is created, as sentences of mrkdwn. */
export function factsToKnow(request: ServiceRequest, known: CreateFacts): string[] {
  return [
    beginning(request, known),
    alone(request),
    lasting(request),
    sleeping(request),
    reachable(request),
  ].filter((fact) => fact !== undefined);
}

/** The day and the size of the backup that is sent, in plain text. Its id says nothing to a person. */
export function backupIn({ backupId }: ServiceRequest, { backups }: CreateFacts): string | undefined {
  const found = backups?.choices.find(({ value }) => value === backupId);
  // One that someone typed has its id only.
  return found?.text === backupId ? undefined : found?.text;
}

function beginning(request: ServiceRequest, known: CreateFacts): string | undefined {
  const { backups, services, listed } = known;
  const backup = backupIn(request, known);
  const service = [...services, ...(listed?.services ?? [])].find(
    ({ value }) => value === backups?.serviceId,
  );
  if (backup === undefined || !service) return undefined;
  return texts.beginsWith(escapeName(service.text), escapeMrkdwn(backup));
}

function alone(request: ServiceRequest): string | undefined {
  return isAloneInWarehouse(request) ? `:warning: ${texts.aloneInWarehouse}` : undefined;
}

/** True for one replica in a warehouse of its own. That is a warning, because only the cloud knows the organization's tier. */
export function isAloneInWarehouse({ numReplicas, dataWarehouseId }: FormValues): boolean {
  return numReplicas === 1 && dataWarehouseId === undefined;
}

/** True for a service in a cloud region of the organization's own (BYOC). */
export function isOwnCloud({ values }: Pick<FormState, "values">): boolean {
  const { byocId } = values;
  return typeof byocId === "string" && byocId.trim() !== "";
}

function lasting({ hasTransparentDataEncryption, encryptionKey, complianceType }: ServiceRequest): string {
  const { tde, key, compliance } = texts.lastingChoices;
  return texts.lastingText([
    ...(hasTransparentDataEncryption ? [tde] : []),
    ...(encryptionKey === undefined ? [] : [key]),
    ...(complianceType === undefined ? [] : [compliance(complianceType)]),
  ]);
}

function sleeping({ idleScaling = true, idleTimeoutMinutes }: ServiceRequest): string {
  return idleScaling ? texts.sleeps(idleTimeoutMinutes) : texts.neverSleeps;
}

function reachable({ ipAccessList = [] }: ServiceRequest): string | undefined {
  if (isOpenToWorld(ipAccessList)) return texts.openToWorldFact;
  return ipAccessList.length === 0 ? texts.noAllowlist : undefined;
}

/** Says in a few words each where a requested service runs and how large it is, as far as the request says so. */
export function sizeFacts({
  provider,
  region,
  numReplicas,
  minReplicaMemoryGb,
  maxReplicaMemoryGb,
}: ServiceRequest): string[] {
  return [
    ...(provider ? [provider] : []),
    ...(region ? [escapeName(region)] : []),
    ...(numReplicas === undefined ? [] : [`${numReplicas} ${numReplicas === 1 ? "replica" : "replicas"}`]),
    ...(minReplicaMemoryGb === undefined || maxReplicaMemoryGb === undefined
      ? []
      : [`${minReplicaMemoryGb} to ${maxReplicaMemoryGb} GB each`]),
  ];
}
