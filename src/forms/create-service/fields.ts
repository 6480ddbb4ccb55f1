import { providers, regionsByProvider, serviceRequestFields } from "../../cloud/service-request.ts";
import type { Choice, FormField, FormSection, FormValues } from "../form.ts";

type RequestField = keyof typeof serviceRequestFields;

/** A form field with the words and limits that the contract gives the request's field. */
function fromContract(
  name: RequestField,
  rest: Omit<FormField, "name" | "label" | "help" | "optional"> & { optional?: boolean },
): FormField {
  const { label, help, unit } = serviceRequestFields[name];
  return { name, label: unit ? `${label} (${unit})` : label, help, optional: true, ...rest };
}

const providerNames: Record<(typeof providers)[number], string> = {
  aws: "AWS",
  gcp: "Google Cloud",
  azure: "Azure",
};

function providerChoices(): Choice[] {
  return providers.map((value) => ({ value, text: providerNames[value] }));
}

function regionChoices({ provider }: FormValues): Choice[] {
  const known = providers.find((name) => name === provider);
  const regions = known ? regionsByProvider[known] : Object.values(regionsByProvider).flat();
  return regions.map((value) => ({ value, text: value }));
}

function memoryChoices(name: "minReplicaMemoryGb" | "maxReplicaMemoryGb"): Choice[] {
  const { min = 0, max = min, multipleOf = 1 } = serviceRequestFields[name];
  const steps = Math.floor((max - min) / multipleOf) + 1;
  return Array.from({ length: steps }, (_, index) => {
    const value = String(min + index * multipleOf);
    return { value, text: `${value} GB` };
  });
}

function memoryField(name: "minReplicaMemoryGb" | "maxReplicaMemoryGb", initial: number): FormField {
  return fromContract(name, {
    input: "select",
    numeric: true,
    initial,
    choices: () => memoryChoices(name),
  });
}

/** The fields of the form that creates a service; another field of the contract is another entry here. */
export const sections: readonly FormSection[] = [
  {
    title: "Basics",
    fields: [
      fromContract("name", {
        input: "text",
        optional: false,
        maxLength: serviceRequestFields.name.maxLength,
        placeholder: "orders staging",
      }),
      fromContract("provider", {
        input: "select",
        optional: false,
        initial: "aws",
        choices: providerChoices,
        redraws: true,
      }),
      fromContract("region", {
        input: "select",
        optional: false,
        choices: regionChoices,
        follows: "provider",
        placeholder: "Choose a region",
      }),
    ],
  },
  {
    title: "Size",
    fields: [
      fromContract("numReplicas", {
        input: "number",
        min: serviceRequestFields.numReplicas.min,
        max: serviceRequestFields.numReplicas.max,
      }),
      memoryField("minReplicaMemoryGb", 16),
      memoryField("maxReplicaMemoryGb", 64),
      fromContract("idleScaling", {
        input: "toggle",
        initial: true,
        toggleText: "Scale to zero when idle",
        redraws: true,
      }),
      fromContract("idleTimeoutMinutes", {
        input: "number",
        min: serviceRequestFields.idleTimeoutMinutes.min,
        initial: 15,
        shows: ({ idleScaling }) => idleScaling === true,
      }),
    ],
  },
];
