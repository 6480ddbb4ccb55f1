import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { acceptChange } from "../changes/accept.ts";
import { alertsThatGo } from "../dashboards/alerts-that-go.ts";
import { alertsOnTile, boldName } from "../dashboards/read-words.ts";
import { beginAbout, findAbout, notRead, readingIntro } from "../dashboards/form-facts.ts";
import { readTileIn } from "./in-form.ts";
import { contentInWords, nameOfTile, positionInWords, typeInWords } from "./format-tile.ts";

/** The form that takes a tile off a dashboard, once it is said what goes with it. */
export const removeTileForm: Form<ObservabilityContext> = {
  name: "remove-tile",
  access: "operator",
  title: "Remove a tile",
  submit: "Remove",
  begin: beginAbout,
  lookUp: (_about, state, context) => findAbout(state, { alerts: true }, context),
  steps: [{ name: "tile", title: "Tile", intro, sections: [] }],
  problems: (state): FormProblem[] => (readTileIn(state) ? [] : [...notRead]),
  accept,
};

function intro(state: FormState): KnownBlock[] {
  const read = readTileIn(state);
  if (!read) return readingIntro(state);
  const { dashboard, tile, alerts, unreadableAlerts } = read;
  const facts = [typeInWords(tile), positionInWords(tile), contentInWords(tile)].filter(
    (fact) => fact !== "",
  );
  const sentence = `*${escapeName(nameOfTile(tile), 100)}* is removed from ${boldName(dashboard)}.`;
  return [
    section([sentence, facts.join(" · ")].join("\n")),
    section(alertsThatGo(alerts && alertsOnTile(tile, alerts), unreadableAlerts)),
  ];
}

async function accept(submitted: SubmittedForm, context: ObservabilityContext): Promise<Accepted> {
  const read = readTileIn(submitted);
  if (!read) return { problems: [...notRead] };
  const { dashboard, place, tile } = read;
  const edit = { act: "remove-tile", tileId: tile.id ?? "" } as const;
  const wanted = { kind: "update-dashboard", id: dashboard.id, seen: dashboard, edit } as const;
  return acceptChange(submitted, place, wanted, context);
}
