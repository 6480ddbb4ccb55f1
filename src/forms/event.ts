import { z } from "zod";
import type { Form } from "./form.ts";
import { ViewValues } from "./read.ts";

/** What a view of ours carries: ids, never truth. */
export const FormTicket = z.object({
  formId: z.string(),
  attempt: z.number().int(),
  /** The step that the view shows. */
  step: z.string(),
  /** What was shown, where pressing the button agrees to just that. */
  digest: z.string().optional(),
});
export type FormTicket = z.infer<typeof FormTicket>;

/** A form's view as Slack sends it with every act in it. */
export const FormView = z.looseObject({
  id: z.string(),
  callback_id: z.string(),
  private_metadata: z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("The view's metadata is not ours.");
        return z.NEVER;
      }
    })
    .pipe(FormTicket),
  state: z.looseObject({ values: ViewValues }),
});
export type FormView = z.infer<typeof FormView>;

/** Something that a person did in an open form. */
export interface FormEvent {
  form: Form;
  view: FormView;
  userId: string;
  userName: string;
}
