import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { Reply } from "../blocks/reply.ts";
import type { Form, FormValues } from "../forms/form.ts";
import type { WindowStart } from "../forms/window.ts";

/** A form to open, with its first values. */
export interface FormStart {
  opens: Form;
  given: FormValues;
}

/** A command's answer as people get it: a reply for the asker only, or a form or a window for them. */
export type Shown = Reply | FormStart | WindowStart;

/** What a read found: data for programs, and the answer that is drawn from it for people. */
export interface Found<Drawn extends Shown = Shown> {
  /** Fits the entry's `result`. */
  data(): object | Promise<object>;
  draw(): Drawn | Promise<Drawn>;
}

/** A command's result. */
export type Answer = Shown | Found;

/** How a slow command shows its progress. */
export interface Responder {
  /**
   * Shows progress in the message that the answer replaces later. Quick commands show none, and of many calls few are
   * shown. It never fails.
   */
  progress(reply: Reply): Promise<void>;
}

/**
 * A reply in place of what was asked for, such as "Connect a database cloud first". Programs get its text as an error.
 * The text is a sentence of ours, without names from elsewhere.
 */
export function withoutData(reply: Reply): Found {
  return {
    async data() {
      throw new AppError("user", reply.text);
    },
    draw: () => reply,
  };
}

// Fields of the data that reads give to programs. Add what is meant: `time.describe("When it started")`.

/** A moment, in UTC. */
export const time = z.iso.datetime();

/** A day in UTC, such as 2026-11-20. */
export const day = z.iso.date();

/** An exact amount of credits. Its pattern would be in each program's list of tools two dozen times. */
export const credits = z
  .string()
  .refine((text) => /^-?\d+(\.\d+)?$/.test(text), "Credits are decimal text, such as 12.5.");

/** What one credit costs, in the currency that all amounts beside it are in. */
export const priceData = z.object({
  amount: z.string().describe("Exact"),
  currency: z.string().describe("Such as EUR"),
});

/** An exact amount of money, in the currency of `creditPrice`. Absent without a price. */
export const money = z.string().optional().describe("The same as money");

/** The arguments for the next page. */
export const next = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .describe("The arguments for the next page. Absent on the last page");

/** What keeps a schedule from happening. */
export const problem = z.string().optional().describe("Why it doesn't happen, if it fails");

/** How many items there are on all pages. */
export const total = z.int().min(0).describe("How many there are on all pages");
