import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";

interface Menu {
  options?: unknown[] | undefined;
  option_groups?: { options: unknown[] }[] | undefined;
  initial_option?: unknown;
  initial_options?: unknown[] | undefined;
}

/** Refuses a menu with preselected options that are not exactly among its options. */
export function initialIsProvided(menu: Menu, context: z.RefinementCtx): void {
  const provided = [...(menu.options ?? []), ...(menu.option_groups ?? []).flatMap((group) => group.options)];
  const isProvided = (chosen: unknown) => provided.some((option) => isDeepStrictEqual(option, chosen));
  const refuse = (field: string) =>
    context.addIssue({ code: "custom", path: [field], message: "must be one of the provided options" });
  if (menu.initial_option !== undefined && !isProvided(menu.initial_option)) refuse("initial_option");
  if (menu.initial_options?.every(isProvided) === false) refuse("initial_options");
}
