import type { Form } from "./form.ts";
import { createServiceForm } from "./create-service/form.ts";

/** The forms there are, a line each. */
export const forms: readonly Form[] = [createServiceForm];
