import type { KnownBlock } from "@slack/types";
import { context } from "../../../../platform/blocks/text.ts";
import { memoize } from "../../../../lib/cache.ts";
import { formatList } from "../../../../lib/text.ts";
import { byocReplicaMemoryGb, profiles } from "../../../../platform/cloud/services/request.ts";
import type { Choice, FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import { type Picked, contractField, pickedFields, plainChoices, stepsOf } from "../pick.ts";
import { isAloneInWarehouse, isOwnCloud } from "../facts.ts";
import * as texts from "./texts.ts";

type ReplicaMemory = "minReplicaMemoryGb" | "maxReplicaMemoryGb";

/** The organization's own cloud region (BYOC). */
export const ownCloud: Picked = {
  field: "byocId",
  pick: "ownCloud",
  label: "Own cloud (BYOC)",
  help: `Your own cloud region. Each replica then has ${formatList(byocReplicaMemoryGb.map(String), "or")} GB.`,
  none: texts.noOwnCloud,
  listed: ({ listed }) => listed?.ownClouds ?? [],
};

/** Asks how large the service is, and when it may sleep. */
export const size: FormStep = {
  name: "size",
  title: "Size",
  intro,
  buttons: () => [stepButton(texts.buttonTexts.skip, "review")],
  sections: [
    {
      fields: [
        contractField("numReplicas", { input: "number" }),
        ...pickedFields(ownCloud),
        memory("minReplicaMemoryGb", 16, () => -Infinity),
        memory("maxReplicaMemoryGb", 64, ({ values }) => Number(values["minReplicaMemoryGb"] ?? -Infinity)),
        contractField("profile", {
          input: "select",
          choices: () => plainChoices(profiles),
          noneText: texts.noProfile,
        }),
        contractField("idleScaling", {
          input: "toggle",
          initial: true,
          toggleText: texts.scaleToZero,
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

function intro({ values }: FormState): KnownBlock[] {
  return isAloneInWarehouse(values) ? [context(`:warning: ${texts.aloneInWarehouse}`)] : [];
}

/** Offers the allowed sizes of memory: fewer with an own cloud, and none below the minimum. */
function memory(name: ReplicaMemory, usual: number, atLeast: (state: FormState) => number): FormField {
  return contractField(name, {
    input: "select",
    numeric: true,
    initial: usual,
    // With an own cloud both sizes are required (spec/api.md, `byocId`).
    optional: (state) => !isOwnCloud(state),
    noneText: (state) => (isOwnCloud(state) ? undefined : texts.cloudDecides),
    placeholder: texts.sizePlaceholder,
    keepsChoice: true,
    choices: (state) => memoryChoices(name, state, atLeast(state)),
    follows: (state) => {
      const isTooSmall = Number(state.values[name] ?? Infinity) < atLeast(state);
      return [isOwnCloud(state) ? "byoc" : "any", ...(isTooSmall ? [atLeast(state)] : [])].join("-");
    },
  });
}

// The largest size of each group, in GB.
const groupEnds = [32, 64, 120, 232, 356];

/** 88 sizes in five groups. */
function groupOf({ value }: Choice): string {
  const index = groupEnds.findIndex((end) => Number(value) <= end);
  return `${(groupEnds[index - 1] ?? 4) + 4} to ${groupEnds[index]} GB`;
}

/** All sizes with their groups, made once: a form that opens asks for them several times. */
const grouped = memoize((name: ReplicaMemory) =>
  stepsOf(name).map((choice) => ({ ...choice, group: groupOf(choice) })),
);

function memoryChoices(name: ReplicaMemory, state: FormState, atLeast: number): Choice[] {
  if (!isOwnCloud(state)) return grouped(name).filter(({ value }) => Number(value) >= atLeast);
  const allowed = new Set(byocReplicaMemoryGb.map(String));
  const own = stepsOf(name, -Infinity).filter(({ value }) => allowed.has(value));
  const offered = own.filter(({ value }) => Number(value) >= atLeast);
  // A minimum chosen earlier may exceed all sizes, and Slack refuses a list without a choice.
  return offered.length > 0 ? offered : own.slice(-1);
}
