import type { Act } from "./interaction.ts";
import { approveAct } from "../../features/services/approval/approve.ts";
import { denyAct } from "../../features/services/approval/deny.ts";
import { denyForm } from "../../features/services/approval/deny-form.ts";
import { takeBackAct } from "../../features/services/approval/take-back.ts";
import { createServiceForm } from "../../features/services/form/form.ts";
import { savePresetAct } from "../../features/services/presets/save-interaction.ts";
import { savePresetForm } from "../../features/services/presets/save-form.ts";
import { serviceIdForm } from "../../features/services/lost-response/service-id-form.ts";
import { wasCreatedAct } from "../../features/services/lost-response/was-created.ts";
import { wasNotAct } from "../../features/services/lost-response/was-not.ts";
import { workflowCreateAct, workflowDeclineAct } from "../../features/services/workflow/ask-interactions.ts";
import { showPasswordAct } from "../../features/services/passwords/show.ts";
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
