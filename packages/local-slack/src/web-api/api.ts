import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import { method } from "./method.ts";

/** api.test: returns the arguments, or the requested error. */
export const apiTest = method({
  token: "none",
  args: z.looseObject({ error: z.string().optional() }),
  run(args) {
    if (args.error) throw new SlackRefusal(args.error);
    return { args };
  },
});
