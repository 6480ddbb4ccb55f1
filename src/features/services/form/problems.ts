import { organizationProblems } from "../../../platform/cloud/services/organization-rules.ts";
import {
  type FieldProblem,
  ServiceRequest,
  serviceRequestProblems,
} from "../../../platform/cloud/services/request.ts";
import type { CreateLimits } from "../../../platform/access/create-limits.ts";
import type { FormProblem, FormState } from "../../../platform/forms/form.ts";
import { expiryProblems } from "./expires.ts";
import { factsOf } from "./facts.ts";
import { limitProblems } from "./limits.ts";
import { readRequest, requestIn } from "./request.ts";
import { nameProblems } from "./taken-name.ts";
import { isOpenToWorld } from "./endpoint-list.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { typed } from "./pick.ts";
import { isSized } from "./sizes.ts";
import * as texts from "./texts.ts";

/** Reports every problem with a form's effective values, each at its field. */
export function problemsOf({ values, facts }: FormState): FormProblem[] {
  const { request, problems } = readRequest(values);
  const unreadable = new Set(problems.map(({ field }) => field));
  const ofContract = serviceRequestProblems(request)
    .filter(({ field }) => !unreadable.has(field))
    .map(inSentence);
  const all = [
    ...missingFields(request),
    ...problems,
    ...ofContract,
    ...expiryProblems({ values, facts }),
    ...nameProblems(values, factsOf(facts)),
    ...presetProblems(values, facts),
    ...backupProblems(values, facts),
    ...worldProblems(request, values),
    ...overLimits(factsOf(facts).limits, request, values),
  ];
  return all.map((problem) => ({ ...problem, field: askedAs(problem.field, { values, facts }) }));
}

/** The form's own field that stands for a field of the request. */
function askedAs(field: string, state: FormState): string {
  if (memoryFields.has(field) && isSized(state)) return "size";
  return field === "backupId" && state.values["backupService"] === typed ? "typedBackup" : field;
}

const memoryFields = new Set(["minReplicaMemoryGb", "maxReplicaMemoryGb"]);

/** Reports what exceeds the limits. A problem of a field that the backup fixes goes to the choice of the backup. */
export function overLimits(
  limits: CreateLimits | undefined,
  request: Record<string, unknown>,
  values: FormState["values"],
): FormProblem[] {
  const isRestore = values["backupService"] !== undefined;
  return limitProblems(limits, request).map(({ field, message }) => {
    const isFixed = isRestore && (field === "provider" || field === "region");
    return isFixed ? { field: "backupId", message: texts.originBreaks(message) } : { field, message };
  });
}

/** Reports the required fields that a request leaves out. */
export function missingFields(request: Record<string, unknown>): FormProblem[] {
  return Object.entries(texts.missingTexts)
    .filter(([field]) => request[field] === undefined)
    .map(([field, message]) => ({ field, message }));
}

/** Holds the form until the chosen preset is filled in. */
function presetProblems({ preset }: FormState["values"], facts: FormState["facts"]): FormProblem[] {
  if (preset === undefined || preset === factsOf(facts).preset?.name) return [];
  return [{ field: "preset", message: texts.presetBeingRead }];
}

/** A service from a backup runs where the original does (spec/api.md, `backupId`). */
function backupProblems(values: FormState["values"], facts: FormState["facts"]): FormProblem[] {
  const serviceId = values["backupService"];
  if (serviceId === undefined) return [];
  if (serviceId === typed)
    return textIn(values, "typedBackup") === "" ? [{ field: "backupId", message: texts.enterBackup }] : [];
  const { backups, origin } = factsOf(facts);
  const chosen = backups?.serviceId === serviceId ? backups : undefined;
  // Until they are read, the original's region is unknown.
  if (!chosen || chosen.state === "reading") {
    return [{ field: "backupId", message: texts.backupsBeingRead }];
  }
  if (!chosen.choices.some(({ value }) => value === values["backupId"])) {
    return [{ field: "backupId", message: texts.chooseBackup }];
  }
  const backupOrigin = origin?.serviceId === serviceId ? origin : undefined;
  const request = requestIn(values);
  return request ? organizationProblems(request, { backupOrigin }).map(inSentence) : [];
}

/** Adds the full stop that the contract's rules lack, because several may stand below one field. */
function inSentence({ field, message }: FieldProblem): FormProblem {
  return { field, message: `${message}.` };
}

/** True if a request, which may be invalid, lets every address try. */
export function isRequestOpenToWorld(request: Record<string, unknown>): boolean {
  const list = ServiceRequest.shape.ipAccessList.safeParse(request["ipAccessList"]);
  return list.data !== undefined && isOpenToWorld(list.data);
}

function worldProblems(request: Record<string, unknown>, values: FormState["values"]): FormProblem[] {
  if (!isRequestOpenToWorld(request) || values["openToWorld"] === true) return [];
  return [{ field: "openToWorld", message: texts.confirmWorld }];
}
