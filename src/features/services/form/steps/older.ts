import { context } from "../../../../platform/blocks/text.ts";
import { providers, regionsByProvider, tiers } from "../../../../platform/cloud/services/request.ts";
import type { FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { contractField, plainChoices, stepsOf } from "../contract-field.ts";

/** What is deprecated and still accepted; folded away until somebody asks for it. */
export const older: FormStep = {
  name: "older",
  title: "Older fields",
  shows: ({ values }) => values["olderFields"] === true,
  intro: () => [context("These are deprecated. Leave them empty unless your organization still needs them.")],
  sections: [
    {
      fields: [
        contractField("tier", {
          input: "select",
          choices: ({ values }) =>
            plainChoices(tiers.filter((tier) => tier !== "development" || !isAzure(values))),
          follows: ({ values }) => (isAzure(values) ? "azure" : "any"),
          noneText: "No tier",
        }),
        totalMemory("minTotalMemoryGb"),
        totalMemory("maxTotalMemoryGb"),
        contractField("privateEndpointIds", {
          input: "lines",
          help: "One id a line. The cloud does not use them at creation: attach private endpoints in its console, once the service is there.",
        }),
      ],
    },
  ],
};

function totalMemory(name: "minTotalMemoryGb" | "maxTotalMemoryGb"): FormField {
  return contractField(name, {
    input: "select",
    numeric: true,
    noneText: "As the cloud decides",
    choices: () => stepsOf(name),
    shows: ({ values }) => values["tier"] === "production",
  });
}

function isAzure({ provider, region }: FormState["values"]): boolean {
  return provider === undefined
    ? regionsByProvider.azure.some((known) => known === region)
    : providers.find((known) => known === provider) === "azure";
}
