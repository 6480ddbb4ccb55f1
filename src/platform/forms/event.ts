import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import type { Form } from "./form.ts";
import { ViewValues } from "./read.ts";

/** The private metadata of our views: ids only. */
export const FormTicket = z.object({
  formId: z.string(),
  attempt: z.number().int(),
  /** The view's step. */
  step: z.string(),
  /** The hash of what was shown, if the button agrees to exactly that. */
  hash: z.string().optional(),
});
export type FormTicket = z.infer<typeof FormTicket>;

const Words = z.looseObject({ text: z.string() }).nullish();

/** A form's view, as Slack sends it with every action. */
export const FormView = z.looseObject({
  id: z.string(),
  callback_id: z.string(),
  private_metadata: JsonText.pipe(FormTicket),
  state: z.looseObject({ values: ViewValues }),
  hash: z.string().optional(),
  title: Words,
  submit: Words,
  close: Words,
  // Slack returns our own blocks, and we only send them again.
  blocks: z.array(z.custom<KnownBlock>()).default([]),
});
export type FormView = z.infer<typeof FormView>;

/** Something that a person did in an open form. */
export interface FormEvent {
  form: Form;
  view: FormView;
  userId: string;
  userName: string;
  /** When they did it, by Slack's clock in seconds, if Slack says. */
  actedAt?: string;
}
