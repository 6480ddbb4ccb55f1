import { complianceTypes, releaseChannels } from "../../../../platform/cloud/services/request.ts";
import type { FormField, FormState, FormStep } from "../../../../platform/forms/form.ts";
import { isOpenToWorld, readAddresses } from "../address-list.ts";
import { contractField, plainChoices } from "../contract-field.ts";

/** A second thought on letting everybody try; nothing of it is sent. */
const openToWorld: FormField = {
  name: "openToWorld",
  label: "Open to the world",
  help: "0.0.0.0/0 lets every address on the internet try to reach the service.",
  input: "toggle",
  optional: true,
  toggleText: "Yes, let every address try",
  shows: letsEverybodyTry,
};

/** Unfolds the step of what is deprecated; nothing of it is sent. */
const olderFields: FormField = {
  name: "olderFields",
  label: "Older fields",
  help: "Deprecated, and still accepted: tier, total memory, private endpoints.",
  input: "toggle",
  optional: true,
  toggleText: "Show them in a step of their own",
};

/** Who may reach it, and how it is protected. */
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

function letsEverybodyTry({ values }: FormState): boolean {
  const list = values["ipAccessList"];
  return typeof list === "string" && isOpenToWorld(readAddresses(list).addresses);
}
