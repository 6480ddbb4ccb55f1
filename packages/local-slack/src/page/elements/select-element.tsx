import type { OptionData } from "../blocks/block-kit.ts";
import { chosenIds, chosenOptions } from "./chosen.ts";
import { Combobox } from "./combobox.tsx";
import { usePeopleAndPlaces } from "./people-and-places.ts";
import { useExternalOptions } from "./use-external-options.ts";
import type { Field } from "./use-field.ts";

/** Any select menu: of the app's own options, of options asked from the app, of people or of conversations. */
export function SelectElement({ field }: { field: Field }) {
  const kind = field.element.type.replace("multi_", "");
  if (kind === "external_select") return <ExternalSelect field={field} />;
  if (kind === "static_select") return <StaticSelect field={field} />;
  return <IdSelect field={field} />;
}

function StaticSelect({ field }: { field: Field }) {
  const { options = [], option_groups: groups = [{ options }] } = field.element;
  return (
    <Combobox
      field={field}
      chosen={chosenOptions(field.value)}
      groups={groups}
      narrow
      onChoose={field.choose}
    />
  );
}

function ExternalSelect({ field }: { field: Field }) {
  const { groups, note, ask } = useExternalOptions(field);
  return (
    <Combobox
      field={field}
      chosen={chosenOptions(field.value)}
      groups={groups}
      note={note}
      onQuery={ask}
      onChoose={field.choose}
    />
  );
}

/** People and conversations: the state holds ids, the list shows names. */
function IdSelect({ field }: { field: Field }) {
  const options = usePeopleAndPlaces(field.element);
  const optionOf = (id: string) =>
    options.find(({ value }) => value === id) ?? { text: { text: id }, value: id };
  const choose = (value: OptionData | OptionData[] | null) =>
    field.choose(Array.isArray(value) ? value.map(({ value }) => value) : (value?.value ?? null));
  return (
    <Combobox
      field={field}
      chosen={chosenIds(field.value).map(optionOf)}
      groups={[{ options }]}
      narrow
      onChoose={choose}
    />
  );
}
