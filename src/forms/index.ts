import type { Act } from "./act.ts";
import { approveAct } from "./create-service/approval/approve-act.ts";
import { denyAct } from "./create-service/approval/deny-act.ts";
import { denyForm } from "./create-service/approval/deny-form.ts";
import { takeBackAct } from "./create-service/approval/take-back-act.ts";
import { createServiceForm } from "./create-service/form.ts";
import { savePresetAct } from "./create-service/preset/save-preset-act.ts";
import { savePresetForm } from "./create-service/preset/save-preset-form.ts";
import { serviceIdForm } from "./create-service/unknown/service-id-form.ts";
import { wasCreatedAct } from "./create-service/unknown/was-created.ts";
import { wasNotAct } from "./create-service/unknown/was-not.ts";
import { workflowCreateAct, workflowDeclineAct } from "./create-service/workflow/ask-acts.ts";
import { showPasswordAct } from "./create-service/password/show-password.ts";
import type { Form } from "./form.ts";
import { openedAct } from "./opened.ts";
import { resumeActs } from "./resume.ts";

/** The forms there are, a line each. */
export const forms: readonly Form[] = [createServiceForm, savePresetForm, serviceIdForm, denyForm];

/** What the buttons of ours do, a line each. */
export const acts: readonly Act[] = [
  openedAct,
  showPasswordAct,
  wasCreatedAct,
  wasNotAct,
  ...resumeActs(forms),
  savePresetAct,
  approveAct,
  denyAct,
  takeBackAct,
  workflowCreateAct,
  workflowDeclineAct,
];
