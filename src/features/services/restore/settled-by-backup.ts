import { escapeName } from "../../../platform/blocks/escape.ts";
import { providers, regions, regionsByProvider, tiers } from "../../../platform/cloud/services/request.ts";
import type { FormState, Settled } from "../../../platform/forms/form.ts";
import { factsOf } from "../form/facts.ts";

/** What a chosen backup settles: the new service runs where the original does, and on its tier. */
export function settledByBackup({ values, facts }: FormState): Record<string, Settled> {
  const { origin } = factsOf(facts);
  if (origin === undefined || origin.serviceId !== values["backupService"]) return {};
  const region = regions.find((known) => known === origin.region);
  const tier = tiers.find((known) => known === origin.tier);
  const provider = providers.find((known) => regionsByProvider[known].some((each) => each === region));
  return {
    ...settled("provider", provider, origin.name),
    ...settled("region", region, origin.name),
    ...settled("tier", tier, origin.name),
  };
}

function settled(field: string, value: string | undefined, name: string): Record<string, Settled> {
  if (value === undefined) return {};
  return { [field]: { value, because: `${escapeName(value)}, as *${escapeName(name)}*` } };
}
