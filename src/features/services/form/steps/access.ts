import {
  complianceTypes,
  providers,
  regionsByProvider,
  releaseChannels,
  tiers,
} from "../../../../platform/cloud/services/request.ts";
import type { FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { type Picked, contractField, pickedFields, plainChoices, stepsOf } from "../pick.ts";
import { isOpenToWorld, readAddresses } from "../endpoint-list.ts";
import * as texts from "./texts.ts";
import { context } from "../../../../platform/blocks/text.ts";

/** The deprecated fields, which the cloud still accepts. Hidden until a person asks for them. */
export const older: FormStep = {
  name: "older",
  title: "Older fields",
  shows: ({ values }) => values["olderFields"] === true,
  intro: () => [context(texts.olderIntro)],
  sections: [
    {
      fields: [
        contractField("tier", {
          input: "select",
          choices: ({ values }) =>
            plainChoices(tiers.filter((tier) => tier !== "development" || !isAzure(values))),
          follows: ({ values }) => (isAzure(values) ? "azure" : "any"),
          noneText: texts.noTier,
        }),
        totalMemory("minTotalMemoryGb"),
        totalMemory("maxTotalMemoryGb"),
        contractField("privateEndpointIds", {
          input: "lines",
          help: texts.privateEndpointsHelp,
        }),
      ],
    },
  ],
};

function totalMemory(name: "minTotalMemoryGb" | "maxTotalMemoryGb"): FormField {
  return contractField(name, {
    input: "select",
    numeric: true,
    noneText: texts.cloudDecides,
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
  help: texts.openToWorldHelp,
  input: "toggle",
  optional: true,
  toggleText: texts.openToWorldTick,
  shows: isListOpenToWorld,
};

/** Shows the step of the deprecated fields. It is not sent. */
const olderFields: FormField = {
  name: "olderFields",
  label: "Older fields",
  help: texts.olderFieldsHelp,
  input: "toggle",
  optional: true,
  toggleText: texts.olderFieldsTick,
};

/** The data warehouse that the service joins. */
export const warehouse: Picked = {
  field: "dataWarehouseId",
  pick: "warehouse",
  label: "Data warehouse",
  help: "The warehouse to create the service in, by the services in it.",
  none: texts.newWarehouse,
  listed: ({ listed }) => listed?.warehouses ?? [],
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
          help: texts.addressesHelp,
        }),
        openToWorld,
        contractField("endpoints", {
          input: "lines",
          placeholder: "mysql on",
          help: texts.endpointsHelp,
        }),
        contractField("encryptionKey", { input: "text", secret: true }),
        contractField("encryptionAssumedRoleIdentifier", { input: "text" }),
        contractField("hasTransparentDataEncryption", {
          input: "toggle",
          toggleText: texts.encryptTick,
        }),
        contractField("complianceType", {
          input: "select",
          choices: () => plainChoices(complianceTypes),
          noneText: texts.noCompliance,
        }),
        ...pickedFields(warehouse),
        contractField("isReadonly", {
          input: "toggle",
          toggleText: texts.readOnlyTick,
          shows: ({ values }) => typeof values["dataWarehouseId"] === "string",
        }),
        contractField("releaseChannel", {
          input: "select",
          choices: () => plainChoices(releaseChannels),
          noneText: texts.cloudDecides,
          shows: ({ values }) => values["tier"] === undefined || values["tier"] === "production",
        }),
        contractField("privatePreviewTermsChecked", { input: "toggle", toggleText: texts.acceptTermsTick }),
        olderFields,
      ],
    },
  ],
};

function isListOpenToWorld({ values }: FormState): boolean {
  const list = values["ipAccessList"];
  return typeof list === "string" && isOpenToWorld(readAddresses(list).addresses);
}
