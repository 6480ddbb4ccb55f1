import { z } from "zod";

/** An amount in credits as a decimal text, since a JSON number would round it. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/);
