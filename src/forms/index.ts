import type { Act } from "./act.ts";
import { createServiceForm } from "./create-service/form.ts";
import { savePresetAct, savePresetForm } from "./create-service/save-preset.ts";
import { showPasswordAct } from "./create-service/show-password.ts";
import type { Form } from "./form.ts";
import { reopenAct } from "./reopen.ts";
import { resumeActs } from "./resume.ts";

const presetForm = savePresetForm(() => createServiceForm);

/** The forms there are, a line each. */
export const forms: readonly Form[] = [createServiceForm, presetForm];

/** What the buttons of ours do, a line each. */
export const acts: readonly Act[] = [
  reopenAct(forms),
  showPasswordAct,
  ...resumeActs(forms),
  savePresetAct(
    () => createServiceForm,
    () => presetForm,
  ),
];
