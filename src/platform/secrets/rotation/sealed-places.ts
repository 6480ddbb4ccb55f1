import { z } from "zod";
import { hookSecretPurpose } from "../../../features/alerts/hooks/secret.ts";
import { jobPrefix } from "../../jobs/job-prefix.ts";
import { approvalPurpose } from "../../../features/services/approval/record.ts";
import { passwordPurpose } from "../../../features/services/passwords/time.ts";
import { encryptionKeyPurpose } from "../../../features/services/provisioning/submission.ts";
import { draftPurpose } from "../../forms/drafts.ts";
import { connectDraftPurpose } from "../../../features/connections/page/draft.ts";
import { JsonText } from "../../../lib/json-text.ts";
import { sealedPurpose } from "../sealed.ts";
import type { Entry } from "./entries.ts";
import { installationTokenPurpose } from "../../../features/workspace/install/installations.ts";

/** A kind of place in Redis where something sealed is kept. */
export interface SealedPlace {
  /** As people read it. */
  what: string;
  /** The source that seals what is kept there; a test holds that no other source seals. */
  sealedBy: string;
  /** Its keys, with the workspace's id as the first group, where the key holds it. */
  keys: RegExp;
  /** What it is sealed for, from the entry and what follows in its key. */
  purposeOf: (entry: Entry, rest: string) => string;
}

/** All of them. */
export const sealedPlaces: readonly SealedPlace[] = [
  {
    what: "secrets of connections",
    sealedBy: "platform/secrets/sealed.ts",
    keys: /^qm:\{(\w+)\}:sealed-secrets$/,
    purposeOf: ({ field = "" }) => sealedPurpose(field),
  },
  {
    what: "tokens of installations",
    sealedBy: "features/workspace/install/install.ts",
    keys: /^qm:\{(\w+)\}:installation$/,
    purposeOf: () => installationTokenPurpose,
  },
  {
    what: "secrets of alert hooks",
    sealedBy: "features/alerts/hooks/secret.ts",
    keys: /^qm:\{(\w+)\}:hooks$/,
    purposeOf: ({ field = "" }) => hookSecretPurpose(field),
  },
  {
    what: "passwords of new services",
    sealedBy: "features/services/announcement/keep-created.ts",
    keys: /^qm:\{(\w+)\}:password:(.+)$/,
    purposeOf: (_, requestId) => passwordPurpose(requestId),
  },
  {
    what: "half-filled forms",
    sealedBy: "platform/forms/drafts.ts",
    keys: /^qm:\{(\w+)\}:draft:(.+)$/,
    purposeOf: (_, formId) => draftPurpose({ formId }),
  },
  {
    what: "connections being typed",
    sealedBy: "features/connections/page/draft.ts",
    keys: /^qm:\{(\w+)\}:connect-link:(.+)$/,
    purposeOf: (_, digest) => connectDraftPurpose(digest),
  },
  {
    what: "requests for approval",
    sealedBy: "features/services/approval/record.ts",
    keys: /^qm:\{(\w+)\}:approval:(.+)$/,
    purposeOf: (_, approvalId) => approvalPurpose(approvalId),
  },
  {
    what: "requests to create a service",
    sealedBy: "features/services/provisioning/submission.ts",
    keys: /^qm:\{(\w+)\}:submission:(.+)$/,
    purposeOf: () => encryptionKeyPurpose,
  },
  {
    what: "requests under way",
    sealedBy: "features/services/provisioning/submission.ts",
    keys: new RegExp(`^${jobPrefix.replace(/[{}]/g, "\\$&")}:creations:()(.+)$`),
    purposeOf: () => encryptionKeyPurpose,
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
export function bindingOf(entry: Entry): Binding | undefined {
  for (const { what, keys, purposeOf } of sealedPlaces) {
    const [isFound, named, rest = ""] = keys.exec(entry.key) ?? [];
    if (isFound === undefined) continue;
    const workspaceId = named || JobOf.safeParse(entry.text).data?.workspaceId;
    if (workspaceId !== undefined) return { what, workspaceId, purpose: purposeOf(entry, rest) };
  }
  return undefined;
}
