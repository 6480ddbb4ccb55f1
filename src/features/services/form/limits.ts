import { defaultReplicas } from "../../costs/index.ts";
import type { FieldProblem } from "../../../platform/cloud/services/request.ts";
import { fitsGlob } from "../../../lib/names.ts";
import type { CreateLimits } from "../../../platform/access/create-limits.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import type { ServicesContext } from "../context.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { FormFacts } from "../../../platform/forms/form.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import * as texts from "./texts.ts";

type Request = Readonly<Record<string, unknown>>;

/** Returns a problem, as a sentence, for each field of a request that exceeds the limits. */
export function limitProblems(limits: CreateLimits | undefined, request: Request): FieldProblem[] {
  if (!limits) return [];
  const checks = [
    name,
    among("provider", "Provider", limits.providers),
    among("region", "Region", limits.regions),
    memory,
    addresses,
  ];
  return checks.flatMap((check) => {
    const problem = check(limits, request);
    return problem ? [problem] : [];
  });
}

type Check = (limits: CreateLimits, request: Request) => FieldProblem | undefined;

function among(field: "provider" | "region", label: string, allowed: readonly string[] | undefined): Check {
  return (_, request) => {
    const value = request[field];
    if (!allowed || (typeof value === "string" && allowed.includes(value))) return undefined;
    return { field, message: texts.limitedChoice(label, allowed) };
  };
}

// spec/api.md, "Service": the total memory fields count three workers.
const workersInTotal = 3;

/**
 * The most memory in GB of all replicas together; undefined if the request leaves it to the cloud. If both fields are
 * given and disagree, the larger one may count.
 */
export function mostMemoryGb(request: Request): number | undefined {
  const { maxReplicaMemoryGb: each, maxTotalMemoryGb: total, numReplicas } = request;
  const sizes = [each, typeof total === "number" ? total / workersInTotal : undefined].filter(
    (size) => typeof size === "number",
  );
  const replicas = typeof numReplicas === "number" ? numReplicas : defaultReplicas.most;
  return sizes.length === 0 ? undefined : Math.max(...sizes) * replicas;
}

function memory({ totalMemoryGb: most }: CreateLimits, request: Request): FieldProblem | undefined {
  if (most === undefined) return undefined;
  const { numReplicas, maxReplicaMemoryGb: each } = request;
  const total = mostMemoryGb(request);
  if (total === undefined) return { field: "maxReplicaMemoryGb", message: texts.limitedUnknownMemory(most) };
  if (total <= most) return undefined;
  return {
    field: typeof each === "number" ? "maxReplicaMemoryGb" : "maxTotalMemoryGb",
    message: texts.limitedMemory(total, most, typeof numReplicas === "number"),
  };
}

function name({ names }: CreateLimits, request: Request): FieldProblem | undefined {
  const called = request["name"];
  if (!names || (typeof called === "string" && names.some((pattern) => fitsGlob(pattern, called))))
    return undefined;
  return { field: "name", message: texts.limitedName(names) };
}

const field = "ipAccessList";

function addresses(
  { needsAddresses, keepsWorldOut }: CreateLimits,
  request: Request,
): FieldProblem | undefined {
  const list = Array.isArray(request[field]) ? request[field] : [];
  // Without a list the cloud decides, and may let everyone in.
  if ((needsAddresses || keepsWorldOut) && list.length === 0)
    return { field, message: texts.limitedNoAddresses };
  const wide = keepsWorldOut ? list.map(sourceOf).find(isNearlyTheWorld) : undefined;
  if (wide === undefined) return undefined;
  return { field, message: texts.limitedAddress(wide) };
}

function sourceOf(entry: unknown): string {
  return typeof entry === "object" && entry && "source" in entry ? String(entry.source) : "";
}

// Two halves of the internet are all of it, so refusing /0 is not enough. No organization holds a wider range than these.
const widest = { v4: 8, v6: 16 };

function isNearlyTheWorld(source: string): boolean {
  const [address = "", prefix] = source.split("/");
  if (prefix === undefined) return false;
  const isV6 = address.includes(":");
  // ::ffff:0:0/96 is all of IPv4.
  if (isV6 && /^[:0]*ffff:/i.test(address)) return Number(prefix) - 96 < widest.v4;
  return !(Number(prefix) >= (isV6 ? widest.v6 : widest.v4));
}

type LimitsContext = Pick<ServicesContext, "access" | "createLimits">;
type Limited = Pick<CreateFacts, "limitedAs" | "limits">;

/** What a person's current role may create; undefined when it is not limited. */
export async function limitsOf(person: Person, context: LimitsContext): Promise<CreateLimits | undefined> {
  return (await limitedNow(person, context)).limits;
}

async function limitedNow(person: Person, { access, createLimits }: LimitsContext): Promise<Limited> {
  // Most workspaces have no limits, and the role is then not needed.
  if ((await createLimits.list()).length === 0) return {};
  const role = await access.roleOf(person);
  return role ? { limitedAs: role, limits: await createLimits.of(role) } : {};
}

/** The limits for a form that opens; none when they cannot be read, because submitting checks them again. */
export async function limitsAtOpening(person: Person, context: LimitsContext): Promise<Limited> {
  const limited = await attempt(() => limitedNow(person, context));
  return limited instanceof AppError ? {} : limited;
}

/** The current limits of the role that a form was opened with. Reads Redis only. */
export async function limitsNow(
  facts: FormFacts,
  { createLimits }: Pick<ServicesContext, "createLimits">,
): Promise<Limited> {
  const { limitedAs } = factsOf(facts);
  return limitedAs ? { limits: await createLimits.of(limitedAs) } : {};
}
