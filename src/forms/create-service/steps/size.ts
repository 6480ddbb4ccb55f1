import { byocReplicaMemoryGb, profiles } from "../../../cloud/service-request.ts";
import type { Choice, FormField, FormState, FormStep } from "../../form.ts";
import { stepButton } from "../../draw.ts";
import { contractField, plainChoices, stepsOf } from "../contract-field.ts";

type ReplicaMemory = "minReplicaMemoryGb" | "maxReplicaMemoryGb";

/** How large it is, and when it may sleep. */
export const size: FormStep = {
  name: "size",
  title: "Size",
  buttons: () => [stepButton("Skip to review", "review")],
  sections: [
    {
      fields: [
        contractField("numReplicas", { input: "number" }),
        contractField("byocId", { input: "text" }),
        memory("minReplicaMemoryGb", 16, () => -Infinity),
        memory("maxReplicaMemoryGb", 64, ({ values }) => Number(values["minReplicaMemoryGb"] ?? -Infinity)),
        contractField("profile", {
          input: "select",
          choices: () => plainChoices(profiles),
          noneText: "No profile",
        }),
        contractField("idleScaling", {
          input: "toggle",
          initial: true,
          toggleText: "Scale to zero when idle",
        }),
        contractField("idleTimeoutMinutes", {
          input: "number",
          initial: 15,
          shows: ({ values }) => values["idleScaling"] === true,
        }),
      ],
    },
  ],
};

/** Memory as a choice of what is allowed: with one's own cloud fewer sizes, and never below the minimum. */
function memory(name: ReplicaMemory, usual: number, atLeast: (state: FormState) => number): FormField {
  return contractField(name, {
    input: "select",
    numeric: true,
    initial: usual,
    noneText: "As the cloud decides",
    choices: (state) => memoryChoices(name, state, atLeast(state)),
    follows: (state) => {
      const isTooSmall = Number(state.values[name] ?? Infinity) < atLeast(state);
      return [isOwnCloud(state) ? "byoc" : "any", ...(isTooSmall ? [atLeast(state)] : [])].join("-");
    },
  });
}

function memoryChoices(name: ReplicaMemory, state: FormState, atLeast: number): Choice[] {
  const offered = stepsOf(name, atLeast);
  const allowed = new Set(byocReplicaMemoryGb.map(String));
  return isOwnCloud(state) ? offered.filter(({ value }) => allowed.has(value)) : offered;
}

function isOwnCloud({ values }: FormState): boolean {
  const { byocId } = values;
  return typeof byocId === "string" && byocId.trim() !== "";
}
