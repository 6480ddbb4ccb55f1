import { z } from "zod";
import { draftPurpose } from "../../forms/drafts.ts";
import { JsonText } from "../../../lib/json.ts";
import { sealedPurpose } from "../sealed.ts";
import type { Entry } from "./entries.ts";

/** A kind of place in Redis where something sealed is kept. */
export interface SealedLocation {
  /** As people read it. */
  what: string;
  /** The source that seals what is kept there; a test holds that no other source seals. */
  sealedBy: string;
  /** Its keys, with the workspace's id as the first group, where the key holds it. */
  keys: RegExp;
  /** What it is sealed for, from the entry and what follows in its key. */
  purposeOf: (entry: Entry, rest: string) => string;
}

/** The places of the platform itself. */
export const platformLocations: readonly SealedLocation[] = [
  {
    what: "secrets of connections",
    sealedBy: "platform/secrets/sealed.ts",
    keys: /^qm:\{(\w+)\}:sealed-secrets$/,
    purposeOf: ({ field = "" }) => sealedPurpose(field),
  },
  {
    what: "half-filled forms",
    sealedBy: "platform/forms/drafts.ts",
    keys: /^qm:\{(\w+)\}:draft:(.+)$/,
    purposeOf: (_, formId) => draftPurpose({ formId }),
  },
];

/** What an entry is sealed for, and for whom. */
export interface Binding {
  what: string;
  workspaceId: string;
  purpose: string;
}

const JobOf = JsonText.pipe(z.object({ workspaceId: z.string() }));

/** The binding of an entry's sealed texts; undefined where nobody is known to seal. */
export function bindingOf(entry: Entry, locations: readonly SealedLocation[]): Binding | undefined {
  for (const { what, keys, purposeOf } of locations) {
    const [isFound, named, rest = ""] = keys.exec(entry.key) ?? [];
    if (isFound === undefined) continue;
    const workspaceId = named || JobOf.safeParse(entry.text).data?.workspaceId;
    if (workspaceId !== undefined) return { what, workspaceId, purpose: purposeOf(entry, rest) };
  }
  return undefined;
}
