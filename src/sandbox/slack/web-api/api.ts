import { z } from "zod";
import { SlackRefusal } from "../refusal.ts";
import { method } from "./method.ts";

/** api.test: says the arguments back, or the error it was asked for. */
export const apiTest = method({
  token: "none",
  args: z.looseObject({ error: z.string().optional() }),
  run(args) {
    if (args.error) throw new SlackRefusal(args.error);
    return { args };
  },
});
