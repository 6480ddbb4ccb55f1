import { z } from "zod";
import { oneLine } from "../../../lib/text.ts";

const nameLength = 50;
const descriptionLength = 150;

// What steers a display instead of showing: a name with it would rewrite the sentence it stands in.
const steering = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const showing = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A preset's name as a person types it, put on one line: anything that shows, at most 50 characters. */
export const PresetName = z
  .string()
  .transform(oneLine)
  .pipe(
    z
      .string()
      .max(nameLength, `A preset's name has at most ${nameLength} characters.`)
      .refine((name) => showing.test(name), { error: "A preset needs a name.", abort: true })
      .refine((name) => !steering.test(name), "A preset's name holds only characters that show."),
  );

/** What a preset is for, on one line of at most 150 characters. */
export const PresetDescription = z
  .string()
  .transform(oneLine)
  .pipe(z.string().max(descriptionLength, `A description has at most ${descriptionLength} characters.`));
