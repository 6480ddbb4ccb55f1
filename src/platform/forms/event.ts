import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import type { Form } from "./form.ts";
import { ViewValues } from "./read.ts";

/** What a view of ours carries: ids, never truth. */
export const FormTicket = z.object({
  formId: z.string(),
  attempt: z.number().int(),
  /** The step that the view shows. */
  step: z.string(),
  /** What was shown, where pressing the button agrees to just that. */
  hash: z.string().optional(),
});
export type FormTicket = z.infer<typeof FormTicket>;

const Words = z.looseObject({ text: z.string() }).nullish();

/** A form's view as Slack sends it with every act in it. */
export const FormView = z.looseObject({
  id: z.string(),
  callback_id: z.string(),
  private_metadata: JsonText.pipe(FormTicket),
  state: z.looseObject({ values: ViewValues }),
  hash: z.string().optional(),
  title: Words,
  submit: Words,
  close: Words,
  // Slack gives them back as we sent them, and all that is done with them is to send them again.
  blocks: z.array(z.custom<KnownBlock>()).default([]),
});
export type FormView = z.infer<typeof FormView>;

/** Something that a person did in an open form. */
export interface FormEvent {
  form: Form;
  view: FormView;
  userId: string;
  userName: string;
  /** When it was done, by Slack's clock in seconds; absent where Slack does not say. */
  actedAt?: string;
}
