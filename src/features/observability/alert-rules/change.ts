import type { ObservabilityContext } from "../context.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { createAlertForm } from "./create-form.ts";
import { deleteAlertForm } from "./delete-form.ts";
import { editAlertForm } from "./edit-form.ts";
import { wordOfPlace } from "../choose-target.ts";
import { allPlaces, type NamedPlace } from "../target.ts";
import { foldName } from "../../../lib/text.ts";
import { withAlert } from "./placed.ts";
import { inPlace } from "../in-target.ts";
import type { Answer } from "../../../platform/commands/command.ts";

/** `/db alerts create [<dashboard id> <tile id>] [<place>]`: opens the form, on that tile where one is given. */
export async function createDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  const { tile, placeWords } = await readCreateWords(words, context);
  const ids = tile === undefined ? "" : ` ${tile.dashboardId} ${tile.tileId}`;
  return inPlace(`alerts create${ids}`, placeWords, context, (place) => ({
    opens: createAlertForm,
    given: { place, ...tile },
  }));
}

interface CreateWords {
  tile?: { dashboardId: string; tileId: string };
  placeWords: string;
}

const aLongId = /^(?=.*\d)[A-Za-z0-9_-]{6,64}$/;

/** The name of a place may hold spaces: two words before it are ids where what follows, and not the whole, is a place. */
async function readCreateWords(words: string, context: ObservabilityContext): Promise<CreateWords> {
  const all = words.trim();
  const [, dashboardId = "", tileId = "", rest = ""] = /^(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(all) ?? [];
  const places = await allPlaces(context);
  if (tileId === "" || isPlace(all, places)) return { placeWords: all };
  const isTile = rest === "" ? aLongId.test(dashboardId) && aLongId.test(tileId) : isPlace(rest, places);
  return isTile ? { tile: { dashboardId, tileId }, placeWords: rest } : { placeWords: all };
}

function isPlace(words: string, places: readonly NamedPlace[]): boolean {
  return places.some((place) => foldName(place.name) === foldName(words) || wordOfPlace(place) === words);
}

/** `/db alerts edit <id> [<place>]`. */
export function editDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("edit", editAlertForm, words, context);
}

/** `/db alerts duplicate <id> [<place>]`: the form to create one, filled in as that one is. */
export function duplicateDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("duplicate", createAlertForm, words, context);
}

/** `/db alerts delete <id> [<place>]`. */
export function deleteDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return openOn("delete", deleteAlertForm, words, context);
}

function openOn(act: string, opens: Form, words: string, context: ObservabilityContext): Promise<Answer> {
  return withAlert(act, words, context, ({ id, place }) => ({ opens, given: { place, alertId: id } }));
}
