import type { Act } from "./act.ts";
import type { Form } from "./form.ts";
import { createServiceForm } from "./create-service/form.ts";
import { reopenAct } from "./reopen.ts";

/** The forms there are, a line each. */
export const forms: readonly Form[] = [createServiceForm];

/** What the buttons of ours do, a line each. */
export const acts: readonly Act[] = [reopenAct(forms)];
