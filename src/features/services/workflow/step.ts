import { extended } from "../../../lib/cache.ts";
import { defaultNameOf } from "../../connections/index.ts";
import { z } from "zod";
import type { ExecutedStep, WorkflowStep } from "../../../platform/slack/interactions/deps.ts";
import {
  type FieldProblem,
  ServiceRequest,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { asSentences, foldName, oneLine } from "../../../lib/text.ts";
import type { ApprovedWorkflow } from "../approval/policy/record.ts";
import type { Preset } from "../presets/presets.ts";
import { type Role, aRole, isAtLeast } from "../../../platform/access/role.ts";
import { approvalNeeded } from "../approval/needed.ts";
import { isRequestOpenToWorld, missingFields } from "../form/problems.ts";
import {
  type Submission,
  type ProvisioningRequest,
  sealedRequest,
  acceptRequest,
} from "../provisioning/submission.ts";
import { whyDeniedSoFar } from "../hard-limits/denied.ts";
import { claimName } from "../form/taken-name.ts";
import * as texts from "./texts.ts";
import { dayMs } from "../../../lib/duration.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { StepOutcome } from "../../../platform/jobs/messenger.ts";
import type { ProgressOf } from "../provisioning/progress.ts";

// Longer text is not a name, and would only fill the refusal.
const longestInput = 200;

const Inputs = z.object({
  preset: z.string().max(longestInput),
  name: z.string().max(longestInput).transform(oneLine),
  // https://docs.slack.dev/reference/objects/user-object
  requester: z.string().regex(/^[UW][A-Z0-9]+$/),
  approval_key: z
    .string()
    .max(longestInput)
    .nullish()
    .transform((key) => key?.trim() || undefined),
});

/** Stands for the requester's name until a person agrees. */
const askedForBy = "a workflow";

/** How long the requester may take to agree. */
const asksForMs = dayMs;

/** “Create a database service” in Workflow Builder. */
export const createServiceStep: WorkflowStep<ServicesContext> = {
  callbackId: "create_database_service",
  accept: acceptStep,
};

/**
 * Accepts the request of a workflow's step, durably and once. A request that cannot be created is accepted too, and ends
 * the step with the reason. It is recorded as its requester's, because Slack does not say who runs a workflow. Fails as
 * upstream if nothing could be saved, so Slack delivers the step again.
 */
export async function acceptStep(
  { executionId, inputs }: ExecutedStep,
  context: ServicesContext,
): Promise<void> {
  const read = Inputs.safeParse(inputs);
  const connection = await defaultNameOf(context.connections);
  const requestId = `workflow-${executionId}`;
  const asked = read.success ? await wantedOf(read.data, context) : { refusal: unreadable(read.error) };
  const taken =
    "request" in asked ? await claimName(requestId, { ...asked, connection }, context) : undefined;
  const wanted = taken === undefined ? asked : { refusal: `${taken} ${texts.changeName}` };
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId: read.data?.requester ?? "",
    userName: askedForBy,
    connection,
    ...("request" in wanted
      ? { ...sealedRequest(wanted.request, context), workflow: { executionId, ...wanted.how } }
      : { request: {}, workflow: { executionId, refusal: texts.nothingCreated(wanted.refusal) } }),
  };
  await acceptRequest(requestId, submission, context);
}

/** A request, and whether its requester must agree first; or why nothing can be created. */
type Wanted =
  | { request: ServiceRequest; how: Pick<Workflow, "asksUntil" | "asksBecause" | "approvedAs"> }
  | { refusal: string };

type Workflow = NonNullable<Submission["workflow"]>;

/** Makes the preset's request with the name, under the form's rules; or says what is wrong with it. */
async function wantedOf(
  { preset: wanted, name, requester, approval_key: key }: z.output<typeof Inputs>,
  context: ServicesContext,
): Promise<Wanted> {
  const { presets, access } = context;
  // Slack does not say who runs a workflow, so its requester is asked, and must have the right to create services.
  const role = await access.roleOf({ userId: requester }, { fresh: true });
  if (!isAtLeast(role, "operator")) return { refusal: notAllowed(role) };
  const preset = await orMissing(presets.find(wanted));
  if (typeof preset === "string") return { refusal: `${preset} ${texts.changePreset}` };
  // A backup is one service's own.
  const { backupId: _backup, ...fields } = preset.fields;
  const request = { ...fields, ...(name === "" ? {} : { name }) };
  const approved = key === undefined ? undefined : await context.approvedWorkflows.withKey(key);
  if (approved && !isFor(approved, { preset: preset.name, requester })) return { refusal: notFor(approved) };
  const problems = [
    ...missingFields(request),
    ...serviceRequestProblems(request),
    ...worldProblems(request),
    ...limitProblems(await limitsOf({ userId: requester }, context), request),
    // An approved workflow creates without a person's consent, so it never gets an admin's rights.
    ...(approved && role === "admin"
      ? limitProblems(await limitsOf({ userId: requester }, asOperator(context)), request)
      : []),
  ];
  if (problems.length === 0) {
    const ready = ServiceRequest.parse(request);
    const wantedNow = { request: ready, connection: await defaultNameOf(context.connections) };
    const denial = await whyDeniedSoFar(wantedNow, context);
    if (denial !== undefined) return { refusal: denial };
    const noKey = approved ? replaced(approved, preset) : key && texts.badKey;
    return agreed({ request: ready, requester, approved, noKey }, context);
  }
  const ofName = problems.filter(({ field }) => field === "name");
  return {
    refusal:
      ofName.length > 0
        ? `${formatProblems(ofName)} ${texts.changeNameField}`
        : texts.badPreset(preset.name, formatProblems(problems)),
  };
}

interface Ready {
  request: ServiceRequest;
  requester: string;
  approved: ApprovedWorkflow | undefined;
  /** Why the given key does not count. */
  noKey: string | undefined;
}

function replaced({ presetSavedAt }: ApprovedWorkflow, { name, savedAt }: Preset): string | undefined {
  if (savedAt === presetSavedAt) return undefined;
  return texts.presetReplaced(escapeName(name));
}

/** An approved workflow goes on at once, unless approvers must decide. Any other workflow asks its requester. */
async function agreed(
  { request, requester, approved, noKey }: Ready,
  context: ServicesContext,
): Promise<Wanted> {
  const asksUntil = new Date(context.now().getTime() + asksForMs).toISOString();
  if (!approved || noKey !== undefined)
    return { request, how: { asksUntil, ...(noKey ? { asksBecause: noKey } : {}) } };
  const wanted = { request, connection: await defaultNameOf(context.connections), userId: requester };
  if (!(await approvalNeeded(wanted, asOperator(context))))
    return { request, how: { approvedAs: approved.name } };
  const asksBecause = texts.needsOwnApproval(escapeName(approved.name));
  return { request, how: { asksUntil, asksBecause } };
}

/** Limits a workflow that asks no person to an operator's rights. */
function asOperator(context: ServicesContext): ServicesContext {
  return extended(context, { access: { ...context.access, roleOf: async () => "operator" as const } });
}

function isFor(approved: ApprovedWorkflow, given: { preset: string; requester: string }): boolean {
  return foldName(approved.preset) === foldName(given.preset) && approved.requesterId === given.requester;
}

function notFor({ name, preset }: ApprovedWorkflow): string {
  return texts.otherKey(name, preset);
}

function notAllowed(role: Role | undefined): string {
  return texts.notAllowed(role ? `is ${aRole(role)}` : "has no role here");
}

/** Refuses a service that is open to the world. The form asks for confirmation, but a workflow cannot. */
function worldProblems(request: Record<string, unknown>): FieldProblem[] {
  if (!isRequestOpenToWorld(request)) return [];
  return [{ field: "ipAccessList", message: texts.openToWorld }];
}

/** Returns what is found, or the sentence that it is missing. */
async function orMissing<T extends object>(finding: Promise<T>): Promise<T | string> {
  try {
    return await finding;
  } catch (error) {
    if (isAppError(error, "missing")) return error.message;
    throw error;
  }
}

function unreadable({ issues }: z.ZodError): string {
  const fields = new Set(issues.map(({ path }) => String(path[0] ?? "inputs")));
  return texts.badInputs([...fields].join(", "));
}

function formatProblems(problems: readonly FieldProblem[]): string {
  return asSentences(problems.map(({ message }) => message));
}

/** Ends the workflow's step that waits for this request, if there is one. Ending it again changes nothing. */
export async function completeStep(
  { submission, context }: ProvisioningRequest,
  outcome: StepOutcome,
): Promise<void> {
  if (!submission.workflow) return;
  await context.messenger.completeStep(submission.workflow.executionId, outcome);
}

/** The outcome that a request's progress gives its workflow, with the outputs that the manifest declares. */
export function stepOutcome(progress: ProgressOf<"created" | "failed" | "unknown">): StepOutcome {
  switch (progress.status) {
    case "created":
      // A workflow needs each output that it uses, even an empty one.
      return { outputs: { service_id: progress.serviceId ?? "", service_name: progress.name } };
    case "failed":
      return { error: texts.nothingCreated(progress.message) };
    case "unknown":
      return { error: texts.uncertain(progress.message) };
  }
}

/** Ends a refused step with the reason. Nothing is sent. */
export async function refuseStep(provisioning: ProvisioningRequest, error: string): Promise<Step> {
  await completeStep(provisioning, { error });
  return "done";
}
