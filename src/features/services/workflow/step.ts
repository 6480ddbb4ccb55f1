import { defaultNameOf } from "../../connections/index.ts";
import { z } from "zod";
import { recorder } from "../../../platform/audit/recorder.ts";
import { recordingCreations } from "../recording.ts";
import type { ExecutedStep, WorkflowStep } from "../../../platform/slack/interactions/workflow-steps.ts";
import {
  type FieldProblem,
  ServiceRequest,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { asSentences, foldName, oneLine } from "../../../lib/text.ts";
import type { ApprovedWorkflow } from "../approval/policy/approved-workflows.ts";
import type { Preset } from "../presets/presets.ts";
import { type Role, aRole, isAtLeast } from "../../../platform/access/role.ts";
import { approvalNeeded } from "../approval/needed.ts";
import { missingFields } from "../form/problems.ts";
import { type Submission, type ProvisioningRequest, sealedRequest } from "../provisioning/submission.ts";
import { claimName } from "../form/taken-name.ts";
import { dayMs } from "../../../lib/duration.ts";
import { isOpenToWorld } from "../form/endpoint-list.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import type { StepOutcome } from "../../../platform/jobs/messenger.ts";
import type { ProgressOf } from "../provisioning/progress.ts";

// What is longer is no name, and would only fill the sentence that says so.
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

/** What stands where others have the name of who filled in the form, until a person agrees. */
const askedForBy = "a workflow";

/** How long its requester may take to agree. */
const asksForMs = dayMs;

/** “Create a database service” in Workflow Builder. */
export const createServiceStep: WorkflowStep<ServicesContext> = {
  callbackId: "create_database_service",
  accept: (step, context) => acceptStep(step, recorded(context)),
};

/** Slack does not tell who runs a workflow: what it asks for is recorded as its requester's. */
function recorded(context: ServicesContext): ServicesContext {
  const doing = { userId: "app", userName: "a workflow", action: "service.request" } as const;
  return { ...context, creations: recordingCreations(context, recorder(doing, context)) };
}

/**
 * Accepts what a workflow's step asks for, durably and once; what cannot be created is accepted too, and ends the
 * step with the reason. Fails as upstream where nothing could be kept, so that Slack has to tell of it again.
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
  const wanted =
    taken === undefined ? asked : { refusal: `${taken} Change what fills in the step's field Name.` };
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId: read.data?.requester ?? "",
    userName: askedForBy,
    connection,
    ...("request" in wanted
      ? { ...sealedRequest(wanted.request, context), workflow: { executionId, ...wanted.how } }
      : { request: {}, workflow: { executionId, refusal: `Nothing was created. ${wanted.refusal}` } }),
  };
  await context.creations.accept(requestId, submission);
}

/** What is to be created, and whether its requester has to agree first; or why nothing can be. */
type Wanted =
  | { request: ServiceRequest; how: Pick<Workflow, "asksUntil" | "asksBecause" | "approvedAs"> }
  | { refusal: string };

type Workflow = NonNullable<Submission["workflow"]>;

/** The preset's request with the name, held to what the form insists on, or what is wrong with it. */
async function wantedOf(
  { preset: wanted, name, requester, approval_key: key }: z.output<typeof Inputs>,
  context: ServicesContext,
): Promise<Wanted> {
  const { presets, access } = context;
  // Slack does not tell who runs a workflow: its requester is asked, and has to be one who may create services.
  const role = await access.roleOf({ userId: requester }, { fresh: true });
  if (!isAtLeast(role, "operator")) return { refusal: notAllowed(role) };
  const preset = await orMissing(presets.find(wanted));
  if (typeof preset === "string") return { refusal: `${preset} Change the step's field Preset.` };
  // The backup of another service is for that one alone.
  const { backupId: _backup, ...fields } = preset.fields;
  const request = { ...fields, ...(name === "" ? {} : { name }) };
  const approved = key === undefined ? undefined : await context.approvedWorkflows.withKey(key);
  if (approved && !isFor(approved, { preset: preset.name, requester })) return { refusal: notFor(approved) };
  const problems = [
    ...missingFields(request),
    ...serviceRequestProblems(request),
    ...worldProblems(request),
    ...limitProblems(await limitsOf({ userId: requester }, context), request),
    // Of an approved workflow no one presses a button, so it may never do what only an admin may.
    ...(approved && role === "admin"
      ? limitProblems(await limitsOf({ userId: requester }, asOperator(context)), request)
      : []),
  ];
  if (problems.length === 0) {
    const noKey = approved ? replaced(approved, preset) : key && notValid;
    return agreed({ request: ServiceRequest.parse(request), requester, approved, noKey }, context);
  }
  const ofName = problems.filter(({ field }) => field === "name");
  return {
    refusal:
      ofName.length > 0
        ? `${inWords(ofName)} Change the step's field Name.`
        : `The preset “${preset.name}” cannot be used: ${inWords(problems)} Save it again from the form, /db create ${preset.name}.`,
  };
}

interface Ready {
  request: ServiceRequest;
  requester: string;
  approved: ApprovedWorkflow | undefined;
  /** Why the key that was given does not count. */
  noKey: string | undefined;
}

const notValid = "The step's key of approval is not valid, or not any more, so the workflow has to ask.";

function replaced({ presetSavedAt }: ApprovedWorkflow, { name, savedAt }: Preset): string | undefined {
  if (savedAt === presetSavedAt) return undefined;
  return `The preset ${escapeName(name)} was saved again since the workflow was approved, so the workflow has to ask.`;
}

/** An approved workflow goes on at once, unless approvers must decide; any other one asks its requester. */
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
  const asksBecause = `The workflow ${escapeName(approved.name)} is approved, but such a service needs approval of its own, for which you have to ask.`;
  return { request, how: { asksUntil, asksBecause } };
}

/** What a workflow that presses no button may at most: as much as an operator. */
function asOperator(context: ServicesContext): ServicesContext {
  return { ...context, access: { ...context.access, roleOf: async () => "operator" } };
}

function isFor(approved: ApprovedWorkflow, given: { preset: string; requester: string }): boolean {
  return foldName(approved.preset) === foldName(given.preset) && approved.requesterId === given.requester;
}

function notFor({ name, preset }: ApprovedWorkflow): string {
  return `The step's key of approval is that of the workflow “${name}”, which may create from the preset “${preset}” for one requester, and not from another preset or for another person. Change the step's fields, or ask an admin for a key of its own: /db approvals workflow.`;
}

function notAllowed(role: Role | undefined): string {
  const is = role ? `is ${aRole(role)} here` : "may do nothing here";
  return `Creating a service takes the role operator, and the step's requester ${is}. An admin can change that with /db access grant @requester operator.`;
}

/** The form asks twice before a service is open to the world; a workflow has nobody to ask. */
function worldProblems(request: Record<string, unknown>): FieldProblem[] {
  const list = ServiceRequest.shape.ipAccessList.safeParse(request["ipAccessList"]);
  if (!list.data || !isOpenToWorld(list.data)) return [];
  const message =
    "An address of it ends in /0, which lets everybody on the internet try to reach the service";
  return [{ field: "ipAccessList", message }];
}

/** What was found, or the sentence that says it is not there. */
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
  return `The step was not given what it needs. Look at its fields: ${[...fields].join(", ")}.`;
}

function inWords(problems: readonly FieldProblem[]): string {
  return asSentences(problems.map(({ message }) => message));
}

/** Ends the workflow's step that waits for this request, if one does; more often than once changes nothing. */
export async function completeStep(
  { submission, context }: ProvisioningRequest,
  outcome: StepOutcome,
): Promise<void> {
  if (!submission.workflow) return;
  await context.messenger.completeStep(submission.workflow.executionId, outcome);
}

/** What a workflow learns of a request that has come so far; the outputs are those that the manifest declares. */
export function stepOutcome(progress: ProgressOf<"created" | "failed" | "unknown">): StepOutcome {
  switch (progress.status) {
    case "created":
      // A workflow that uses an output wants it to be there, be it empty.
      return { outputs: { service_id: progress.serviceId ?? "", service_name: progress.name } };
    case "failed":
      return { error: `Nothing was created. ${progress.message}` };
    case "unknown":
      return {
        error: `It is not certain whether the service was created: ${progress.message} Look in the cloud's console before you run this again.`,
      };
  }
}

/** Nothing is sent for a step that could not be accepted: it ends with the reason. */
export async function refuseStep(provisioning: ProvisioningRequest, error: string): Promise<Step> {
  await completeStep(provisioning, { error });
  return "done";
}
