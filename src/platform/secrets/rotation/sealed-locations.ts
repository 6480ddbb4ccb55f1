import { z } from "zod";
import { draftPurpose } from "../../forms/save.ts";
import { JsonText } from "../../../lib/json.ts";
import { sealedPurpose } from "../records.ts";
import type { Entry } from "./entries.ts";

/** A kind of key in Redis that holds sealed texts. */
export interface SealedLocation {
  /** Its name for people. */
  what: string;
  /** The source that seals them. A test checks that no other source seals. */
  sealedBy: string;
  /** Its keys, with the workspace's id as the first group if the key has one. */
  keys: RegExp;
  /** The purpose, from the entry and the rest of its key. */
  purposeOf: (entry: Entry, rest: string) => string;
  /** For a sealed record, not a secret: the record after a person was erased from it. */
  mend?: (record: string) => string;
}

/** The platform's own locations. */
export const platformLocations: readonly SealedLocation[] = [
  {
    what: "secrets of connections",
    sealedBy: "platform/secrets/records.ts",
    keys: /^qm:\{(\w+)\}:sealed-secrets$/,
    purposeOf: ({ field = "" }) => sealedPurpose(field),
  },
  {
    what: "half-filled forms",
    sealedBy: "platform/forms/save.ts",
    keys: /^qm:\{(\w+)\}:draft:(.+)$/,
    purposeOf: (_, formId) => draftPurpose({ formId }),
  },
];

/** What an entry is sealed for, and for which workspace. */
export interface Binding {
  what: string;
  workspaceId: string;
  purpose: string;
  mend?: ((record: string) => string) | undefined;
}

const JobOf = JsonText.pipe(z.object({ workspaceId: z.string() }));

/** The binding of an entry's sealed texts. Undefined for an unknown location. */
export function bindingOf(entry: Entry, locations: readonly SealedLocation[]): Binding | undefined {
  for (const { what, keys, purposeOf, mend } of locations) {
    const [isFound, named, rest = ""] = keys.exec(entry.key) ?? [];
    if (isFound === undefined) continue;
    const workspaceId = named || JobOf.safeParse(entry.text).data?.workspaceId;
    if (workspaceId !== undefined) return { what, workspaceId, purpose: purposeOf(entry, rest), mend };
  }
  return undefined;
}
