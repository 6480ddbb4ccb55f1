import { z } from "zod";
import { oneLine } from "../lib/text.ts";
import { createServiceForm } from "../forms/create-service/form.ts";
import { command } from "./command.ts";

/** `/db create [name]`: opens the form. */
export const create = command({
  name: "create",
  summary: "Opens the form that creates a database service.",
  usage: "[name]",
  examples: ["/db create", "/db create orders staging"],
  details:
    "Nothing is created before you press Create. The service is announced in the channel you asked from; its password is shown to you alone, once.",
  args: z.string().transform(oneLine),

  async run(name) {
    return { opens: createServiceForm, given: name === "" ? {} : { name } };
  },
});
