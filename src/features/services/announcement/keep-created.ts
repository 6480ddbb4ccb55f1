import { detailsOf } from "../../../platform/cloud/services/details.ts";
import type { CreatedService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import {
  type KnownEndpoint,
  type PasswordFate,
  type ProgressOf,
  RequestProgress,
} from "../provisioning/progress.ts";
import { endpointsOf } from "./endpoints.ts";
import type { Redis } from "ioredis";
import { AppError } from "../../../lib/errors.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { passwordLocation } from "../passwords/write.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { passwordPurpose } from "../passwords/format-password.ts";

/** The progress of a request with a created service. */
export type CreatedProgress = ProgressOf<"created">;

/** Changes the record of a created service, and can drop its password in the same write. */
export interface CreatedServices {
  /** Changes the current record atomically and returns it changed. Fails as missing. */
  change(
    requestId: string,
    change: (created: CreatedProgress) => CreatedProgress,
    options?: { dropPassword: boolean },
  ): Promise<CreatedProgress>;
}

// Replaces the first key only if it is unchanged, and then drops the other keys.
const replaceUnchanged = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
for index = 2, #KEYS do redis.call("DEL", KEYS[index]) end
return 1
`;

/** The created services of one workspace in Redis. */
export function createdServices(redis: Redis, workspaceId: string): CreatedServices {
  async function read(requestId: string): Promise<{ stored: string; created: CreatedProgress }> {
    const key = keys.request(workspaceId, requestId);
    const stored = await redis.get(key);
    const progress = stored === null ? undefined : readRecord(RequestProgress, stored, key);
    if (stored !== null && progress?.status === "created") return { stored, created: progress };
    throw new AppError("missing", "This service's request is no longer kept. Look in the cloud's console.");
  }

  return {
    async change(requestId, change, { dropPassword } = { dropPassword: false }) {
      const dropped = dropPassword ? [keys.password(workspaceId, requestId)] : [];
      return reachingRedis(async () => {
        for (;;) {
          const { stored, created } = await read(requestId);
          const changed = change(created);
          const all = [keys.request(workspaceId, requestId), ...dropped];
          const args = [stored, JSON.stringify(changed), ttlInSeconds.request];
          if ((await redis.eval(replaceUnchanged, all.length, ...all, ...args)) === 1) return changed;
        }
      });
    },
  };
}

/**
 * Saves the cloud's answer with the sealed password in one write. Only this process has them, so it retries while Redis is
 * away.
 */
export async function keepCreated(
  provisioning: ProvisioningRequest,
  { service, password }: CreatedService,
  corrects?: ProgressOf<"created">["corrects"],
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const sealed = password ? context.sealer.seal(password, passwordPurpose(requestId)) : undefined;
  await keepTrying(async () => {
    if (service.id !== undefined) await context.services.keepDetails(service.id, detailsOf(service));
    const created = createdNow(provisioning, {
      serviceId: service.id,
      name: submission.request.name ?? service.id ?? "new service",
      announced: service.state ?? "provisioning",
      endpoints: endpointsOf(service),
      password: sealed === undefined ? { fate: "none" } : await firstFate(provisioning, service.id),
      ...(corrects ? { corrects } : {}),
    });
    await context.requests.saveCreated(requestId, created, sealed);
  });
  return "next";
}

/** A service that was found after its answer was lost. */
interface FoundService {
  serviceId: string;
  name: string;
  endpoints?: KnownEndpoint[];
  state?: string;
  /** The earlier message to its requester that is wrong. */
  corrects?: ProgressOf<"created">["corrects"];
}

/** Saves a found service, unless its own answer was faster. Its password was in the lost answer. */
export async function keepFound(
  provisioning: ProvisioningRequest,
  { serviceId, name, endpoints = [], state = "provisioning", corrects }: FoundService,
): Promise<Step> {
  const facts = { serviceId, name, announced: state, endpoints, ...(corrects ? { corrects } : {}) };
  const created = createdNow(provisioning, { ...facts, password: { fate: "lost" } });
  await provisioning.context.requests.update(provisioning.requestId, (now) =>
    now?.status === "unknown" ? created : undefined,
  );
  return "next";
}

function createdNow(
  { context }: ProvisioningRequest,
  facts: Omit<ProgressOf<"created">, "status" | "createdAt" | "creatorNotified" | "silent">,
): ProgressOf<"created"> {
  const createdAt = context.now().toISOString();
  return { status: "created", createdAt, creatorNotified: false, silent: false, ...facts };
}

async function firstFate(
  provisioning: ProvisioningRequest,
  serviceId: string | undefined,
): Promise<PasswordFate> {
  const location = await passwordLocation(provisioning, serviceId);
  return location === undefined ? { fate: "sealed" } : { fate: "writing", location, tries: 0 };
}
