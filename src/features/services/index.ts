import { policyRecord } from "./approval/policy/policy.ts";
import { hardLimitsRecord } from "./hard-limits/record.ts";
import { approvalsOnHome } from "./home.ts";
import { adoptForm } from "./adopt/form.ts";
import { foundOnHome } from "./adopt/home.ts";
import { approvalPurpose, withHash } from "./approval/content.ts";
import { encryptionKeyPurpose } from "./provisioning/submission.ts";
import { jobKeys } from "../../platform/redis/keys.ts";
import { feature } from "../../platform/feature.ts";
import { advanceApproval, stateOfApproval } from "./approval/advance.ts";
import { advanceCreation, stateOfCreation } from "./provisioning/advance.ts";
import { forgottenJob } from "./forgotten/look.ts";
import type { ServicesContext } from "./context.ts";
import { denyForm, approveAction, denyAction, takeBackAction } from "./approval/interactions.ts";
import { approvals, approvalsTab } from "./approval/policy/command.ts";
import { copyAction, fromBackupAction, serviceWindow } from "./list/card.ts";
import { services as servicesCommand } from "./list/command.ts";
import { serviceIdForm, wasCreatedAction, wasNotAction } from "./lost-response/interactions.ts";
import { showPasswordAction } from "./passwords/show.ts";
import { presets } from "./presets/command.ts";
import { workflowCreateAction, workflowDeclineAction } from "./workflow/ask-interactions.ts";
import { createServiceStep } from "./workflow/step.ts";
import { create } from "./form/create.ts";
import { createServiceForm } from "./form/form.ts";
import { presetRecord } from "./presets/presets.ts";
import { savePresetAction, savePresetForm } from "./presets/save-form.ts";
import { passwordPurpose } from "./passwords/passwords.ts";

// Other features may use these.
export type { ServicesPart } from "./context.ts";
export { createServiceForm } from "./form/form.ts";
export { Creation, type CreationOffer, acceptCreation, creationOffer } from "./offer/creation.ts";
export { NewService } from "./form/begin.ts";
export { wish } from "./wish/places.ts";
export { sizes } from "./form/sizes.ts";
export { type ApprovalNeeded, approvalNeeded } from "./approval/needed.ts";
export { type Known, type WantedService, whyDenied, whyDeniedSoFar } from "./hard-limits/denied.ts";
export { type ApprovalFacts, askForAct } from "./approval/ask.ts";
export { contractField, stepsOf } from "./form/pick.ts";
export { isOpenToWorld, writeAddresses } from "./form/endpoint-list.ts";
export { limitProblems, limitsOf, mostMemoryGb } from "./form/limits.ts";
export { readRequest } from "./form/request.ts";
export { aboutService } from "./object/about.ts";
export { isRestorable } from "./restore/read-backups.ts";

export const services = feature<ServicesContext>({
  name: "services",
  asCode: [presetRecord.asCode, policyRecord.asCode, hardLimitsRecord.asCode],
  commands: [create, presets, servicesCommand, approvals],
  adminTabs: [approvalsTab],
  forms: [createServiceForm, adoptForm, savePresetForm, serviceIdForm, denyForm],
  windows: [serviceWindow],
  objects: [
    { kind: "service", load: async () => (await import("./object/service-object.ts")).serviceObject },
  ],
  interactions: [
    copyAction,
    fromBackupAction,
    showPasswordAction,
    wasCreatedAction,
    wasNotAction,
    savePresetAction,
    approveAction,
    denyAction,
    takeBackAction,
    workflowCreateAction,
    workflowDeclineAction,
  ],
  steps: [createServiceStep],
  sealed: [
    {
      what: "passwords of new services",
      sealedBy: "features/services/announcement/keep-created.ts",
      keys: /^qm:\{(\w+)\}:password:(.+)$/,
      purposeOf: (_, requestId) => passwordPurpose(requestId),
    },
    {
      what: "requests for approval",
      sealedBy: "features/services/approval/content.ts",
      keys: /^qm:\{(\w+)\}:approval:(.+)$/,
      purposeOf: (_, approvalId) => approvalPurpose(approvalId),
      mend: withHash,
    },
    {
      what: "requests to create a service",
      sealedBy: "features/services/provisioning/submission.ts",
      keys: /^qm:\{(\w+)\}:submission:(.+)$/,
      purposeOf: () => encryptionKeyPurpose,
    },
    {
      what: "requests under way",
      sealedBy: "features/services/provisioning/submission.ts",
      keys: new RegExp(`^${jobKeys.replace("{", "\\{")}[^}]*\\}:creations:()(.+)$`),
      purposeOf: () => encryptionKeyPurpose,
    },
  ],
  jobs: [
    {
      name: "creations",
      subject: "The creation of a service",
      waiting: "services to create",
      work: ({ contextOf }) => ({ advance: advanceCreation(contextOf) }),
      stateOf: stateOfCreation,
    },
    forgottenJob,
    {
      name: "approvals",
      subject: "A request for approval",
      waiting: "requests for approval",
      work: ({ contextOf }) => ({ advance: advanceApproval(contextOf) }),
      stateOf: stateOfApproval,
    },
  ],
  subjects: ({ presets }) => ({ preset: presets }),
  home: [foundOnHome, approvalsOnHome],
});
