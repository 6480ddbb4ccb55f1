import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { assertOutward, outwardAddress } from "../../../platform/http/outward.ts";
import { hostName, textOf } from "../../../lib/kinds.ts";
import { CredentialReference } from "../../../platform/secrets/reference.ts";
import type { AlertsContext } from "../context.ts";
import type { Rota } from "./record.ts";
import * as texts from "./texts.ts";

/** A rota as code: where it is read, and where its address is kept. */
export const RotaItem = z.strictObject({ host: textOf(hostName), address: CredentialReference });
export type RotaItem = z.output<typeof RotaItem>;

/** A hook's rota as code. */
export function rotaItemOf({ host, addressRef }: Rota): RotaItem {
  return RotaItem.parse({ host, address: addressRef });
}

/** The record of a rota as code. */
export function rotaOf({ host, address }: RotaItem, stamp: Pick<Rota, "userId" | "at">): Rota {
  return { host, addressRef: address, ...stamp };
}

/** Why a rota can't be here: its reference must be the workspace's own, and lead to an address of that host. */
export async function rotaProblem(
  { host, address }: RotaItem,
  before: RotaItem | undefined,
  { secrets, allowedHosts }: Pick<AlertsContext, "secrets" | "allowedHosts">,
): Promise<string | undefined> {
  // One that is there already was checked when it came, and people may not name it.
  if (address === before?.address) return host === before.host ? undefined : texts.otherHost(host);
  try {
    await secrets.assertMine(address);
    const url = outwardAddress(await secrets.resolve(address));
    if (url?.host !== host) return texts.otherHost(host);
    await assertOutward(url, { allowedHosts });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.message;
  }
}
