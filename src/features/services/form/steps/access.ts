import {
  complianceTypes,
  providers,
  regionsByProvider,
  releaseChannels,
  tiers,
} from "../../../../platform/cloud/services/request.ts";
import type { FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { contractField, plainChoices, stepsOf } from "../contract-field.ts";
import { isOpenToWorld, readAddresses } from "../endpoint-list.ts";
import { context } from "../../../../platform/blocks/text.ts";

/** The deprecated fields, which the cloud still accepts. Hidden until a person asks for them. */
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

/** Confirms a list that is open to the world. It is not sent. */
const openToWorld: FormField = {
  name: "openToWorld",
  label: "Open to the world",
  help: "0.0.0.0/0 lets every address on the internet try to reach the service.",
  input: "toggle",
  optional: true,
  toggleText: "Yes, let every address try",
  shows: isListOpenToWorld,
};

/** Shows the step of the deprecated fields. It is not sent. */
const olderFields: FormField = {
  name: "olderFields",
  label: "Older fields",
  help: "Deprecated, and still accepted: tier, total memory, private endpoints.",
  input: "toggle",
  optional: true,
  toggleText: "Show them in a step of their own",
};

/** Asks who may reach the service, and how it is protected. */
export const access: FormStep = {
  name: "access",
  title: "Access and security",
  sections: [
    {
      fields: [
        contractField("ipAccessList", {
          input: "lines",
          placeholder: "203.0.113.0/24 office",
          help: "One address or range a line, then its description: 203.0.113.0/24 office.",
        }),
        openToWorld,
        contractField("endpoints", {
          input: "lines",
          placeholder: "mysql on",
          help: "Protocols to switch on or off, one a line: mysql on.",
        }),
        contractField("encryptionKey", { input: "text", secret: true }),
        contractField("encryptionAssumedRoleIdentifier", { input: "text" }),
        contractField("hasTransparentDataEncryption", {
          input: "toggle",
          toggleText: "Encrypt transparently",
        }),
        contractField("complianceType", {
          input: "select",
          choices: () => plainChoices(complianceTypes),
          noneText: "None",
        }),
        contractField("dataWarehouseId", { input: "text" }),
        contractField("isReadonly", {
          input: "toggle",
          toggleText: "Only reads",
          shows: ({ values }) => typeof values["dataWarehouseId"] === "string",
        }),
        contractField("releaseChannel", {
          input: "select",
          choices: () => plainChoices(releaseChannels),
          noneText: "As the cloud decides",
          shows: ({ values }) => values["tier"] === undefined || values["tier"] === "production",
        }),
        contractField("privatePreviewTermsChecked", { input: "toggle", toggleText: "I accept the terms" }),
        olderFields,
      ],
    },
  ],
};

function isListOpenToWorld({ values }: FormState): boolean {
  const list = values["ipAccessList"];
  return typeof list === "string" && isOpenToWorld(readAddresses(list).addresses);
}
