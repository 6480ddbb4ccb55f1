import type { KnownBlock } from "@slack/types";
import { context } from "../../../../platform/blocks/text.ts";
import { byocReplicaMemoryGb, profiles } from "../../../../platform/cloud/services/request.ts";
import type { Choice, FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import { contractField, plainChoices, stepsOf } from "../contract-field.ts";

type ReplicaMemory = "minReplicaMemoryGb" | "maxReplicaMemoryGb";

/** Asks how large the service is, and when it may sleep. */
export const size: FormStep = {
  name: "size",
  title: "Size",
  intro,
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

/** Warns of a single replica. The form does not refuse it, because only the cloud knows the organization's tier. */
export const aloneInWarehouse =
  "1 replica: the cloud takes that for a service in an existing data warehouse, and where its organization is BASIC. Any other first service needs at least 2.";

/** True for one replica in a warehouse of its own. */
export function isAloneInWarehouse({ numReplicas, dataWarehouseId }: FormState["values"]): boolean {
  return numReplicas === 1 && dataWarehouseId === undefined;
}

function intro({ values }: FormState): KnownBlock[] {
  return isAloneInWarehouse(values) ? [context(`:warning: ${aloneInWarehouse}`)] : [];
}

/** True for a service in a cloud region of the organization's own (BYOC). */
export function isOwnCloud({ values }: FormState): boolean {
  const { byocId } = values;
  return typeof byocId === "string" && byocId.trim() !== "";
}

/** Offers the allowed sizes of memory: fewer with an own cloud, and none below the minimum. */
function memory(name: ReplicaMemory, usual: number, atLeast: (state: FormState) => number): FormField {
  return contractField(name, {
    input: "select",
    numeric: true,
    initial: usual,
    // With an own cloud both sizes are required (spec/api.md, `byocId`).
    optional: (state) => !isOwnCloud(state),
    noneText: (state) => (isOwnCloud(state) ? undefined : "As the cloud decides"),
    placeholder: "Choose a size",
    keepsChoice: true,
    choices: (state) => memoryChoices(name, state, atLeast(state)),
    follows: (state) => {
      const isTooSmall = Number(state.values[name] ?? Infinity) < atLeast(state);
      return [isOwnCloud(state) ? "byoc" : "any", ...(isTooSmall ? [atLeast(state)] : [])].join("-");
    },
  });
}

function memoryChoices(name: ReplicaMemory, state: FormState, atLeast: number): Choice[] {
  if (!isOwnCloud(state)) return stepsOf(name, atLeast);
  const allowed = new Set(byocReplicaMemoryGb.map(String));
  const own = stepsOf(name, -Infinity).filter(({ value }) => allowed.has(value));
  const offered = own.filter(({ value }) => Number(value) >= atLeast);
  // A minimum chosen earlier may exceed all sizes, and Slack refuses a list without a choice.
  return offered.length > 0 ? offered : own.slice(-1);
}
