import { onTestFinished } from "vitest";
import { z } from "zod";
import type { UsageCost } from "../../src/platform/cloud/costs/usage.ts";
import {
  type ReferenceCloud,
  type ReferenceCloudOptions,
  type SeededOrganization,
  startReferenceCloud,
} from "@quartermaster/reference-cloud";

// A Friday. The server's clock stops there until a test moves it.
const noon = new Date("2026-11-20T12:00:00.000Z");

const Body = z.looseObject({
  status: z.number().optional(),
  requestId: z.string().optional(),
  error: z.string().optional(),
  result: z.unknown().optional(),
});

/** The parts of a request that differ from a plain authenticated one. */
export interface Asking {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** A server for one test. Its clock does not move, and by default it has no rate limit. */
export async function cloudInTest(options: ReferenceCloudOptions = {}): Promise<ReferenceCloud> {
  const cloud = await startReferenceCloud({ now: () => noon, rateLimit: false, ...options });
  onTestFinished(() => cloud.close());
  return cloud;
}

/** The seeded organization of a tier. */
export function organizationOf(cloud: ReferenceCloud, tier: SeededOrganization["tier"]): SeededOrganization {
  const found = cloud.organizations.find((organization) => organization.tier === tier);
  if (found === undefined) throw new Error(`no organization is ${tier}`);
  return found;
}

/** The header for an organization's key. */
export function basic({ keyId, keySecret }: { keyId: string; keySecret: string }): string {
  return `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
}

/** Sends a request as an organization. The path follows `/v1/organizations/{organizationId}`. */
export async function ask(
  cloud: ReferenceCloud,
  organization: SeededOrganization,
  path: string,
  { headers, ...rest }: Asking = {},
) {
  const response = await fetch(`${cloud.url}/v1/organizations/${organization.organizationId}${path}`, {
    ...rest,
    headers: { authorization: basic(organization), ...headers },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** The same, and reads the response's JSON body. */
export async function askJson(
  cloud: ReferenceCloud,
  organization: SeededOrganization,
  path: string,
  request?: unknown,
) {
  const asking = {
    method: "POST",
    body: JSON.stringify(request),
    headers: { "content-type": "application/json" },
  };
  const answer = await ask(cloud, organization, path, request === undefined ? {} : asking);
  return { ...answer, ...Body.parse(JSON.parse(answer.text)), httpStatus: answer.status };
}

/** Sends JSON to the control endpoint. */
export async function control(cloud: ReferenceCloud, path: string, body?: unknown, method = "POST") {
  const response = await fetch(cloud.controlUrl + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : z.unknown().parse(JSON.parse(text)) };
}

/** Moves the server's clock forward. */
export async function passTime(cloud: ReferenceCloud, advanceMs: number): Promise<void> {
  await control(cloud, "/clock", { advanceMs });
}

/** The fields that a 400 names, in its order. */
export function fieldsIn(error: string | undefined): string[] {
  const lines = (error ?? "").replace(/^BAD_REQUEST: /, "").split("; ");
  return lines.flatMap((line) => /^(\w+): /.exec(line)?.[1] ?? []);
}

/** An amount in whole hundredths, so sums are exact. */
export function hundredths(credits: number): number {
  return Math.round(credits * 100);
}

/** The sum of records in whole hundredths. */
export function sumOf(costs: UsageCost["costs"]): number {
  return costs.reduce((sum, { totalCredits }) => sum + hundredths(totalCredits), 0);
}
