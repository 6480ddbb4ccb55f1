import { z } from "zod";

/** A new name for a connection, as people type it. */
export const ConnectionName = z
  .string()
  .transform((typed) => typed.toLowerCase())
  .pipe(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        "Give a name of up to 40 letters, digits and dashes, such as production.",
      ),
  );
