import type { ObservabilityContext } from "../context.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { createDashboardForm } from "./create-form.ts";
import type { Answer } from "../../../platform/commands/command.ts";
import { idsIn } from "./ids.ts";
import { inPlace } from "../in-target.ts";

/** `/db dashboards create [<place>]`: opens the form of a new one. */
export function createOne(words: string, context: ObservabilityContext): Promise<Answer> {
  return inPlace("dashboards create", words, context, (place) => ({
    opens: createDashboardForm,
    given: { place },
  }));
}

/** Opens a form about the dashboard whose id the words after an act begin with. */
export function changeOne(
  form: Form,
  act: string,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  return open(form, act, ["dashboard"], words, context);
}

/** The same about a tile of it, whose id follows. */
export function changeTile(
  form: Form,
  act: string,
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  return open(form, act, ["dashboard", "tile"], words, context);
}

function open(
  form: Form,
  act: string,
  things: readonly string[],
  words: string,
  context: ObservabilityContext,
): Promise<Answer> {
  const [ids, rest] = idsIn(words, things, act);
  const [dashboardId, tileId] = ids;
  return inPlace(["dashboards", act, ...ids].join(" "), rest, context, (place) => ({
    opens: form,
    given: { place, dashboardId, ...(tileId === undefined ? {} : { tileId }) },
  }));
}
