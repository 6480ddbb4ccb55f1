import type { StepParameter } from "./manifest-steps.ts";
import { stringOf, type JsonObject } from "./json.ts";
import type { Workspace } from "./workspace.ts";

/** The problems of a step's inputs or outputs, by their names: missing, unknown, or of another type. */
export function parameterProblems(
  workspace: Workspace,
  parameters: readonly StepParameter[],
  values: JsonObject,
): Record<string, string> {
  const declared = parameters.flatMap((parameter): [string, string][] => {
    const problem = parameterProblem(workspace, parameter, values[parameter.name]);
    return problem === undefined ? [] : [[parameter.name, problem]];
  });
  const names = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !names.has(name));
  return Object.fromEntries([
    ...declared,
    ...unknown.map((name) => [name, "is not declared in the manifest"]),
  ]);
}

function parameterProblem(
  workspace: Workspace,
  { type, isRequired }: StepParameter,
  value: unknown,
): string | undefined {
  if (value === undefined || value === null) return isRequired ? "is required" : undefined;
  switch (type) {
    case "string":
      return typeof value === "string" ? undefined : "must be a string";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be a boolean";
    case "number":
      return typeof value === "number" ? undefined : "must be a number";
    case "integer":
      return Number.isInteger(value) ? undefined : "must be an integer";
    case "array":
      return Array.isArray(value) ? undefined : "must be an array";
    case "slack#/types/user_id":
      return workspace.people.has(stringOf(value) ?? "") ? undefined : "must be the id of a user";
    case "slack#/types/channel_id":
      return workspace.channels.has(stringOf(value) ?? "") ? undefined : "must be the id of a channel";
    default:
      // The local Slack does not check objects of workflows.
      return undefined;
  }
}
