import { recorder } from "../../../platform/audit/recorder.ts";
import { type Candidate, type Secret, hostOf } from "../probe/candidate.ts";
import { CredentialReference, splitReference } from "../../../platform/secrets/reference.ts";
import type { Connection } from "../records.ts";
import { type Visit, doingOf } from "./door.ts";
import type { FieldErrors, FormValues } from "./form-values.ts";

/** Records that a person is about to send a key to a host to try it; fails as upstream if that cannot be kept. */
export async function recordTest(visit: Visit, candidate: Candidate): Promise<void> {
  const { kind, name } = candidate;
  const secret = candidate.kind === "managed" ? candidate.keySecret : candidate.token;
  await recorder(testOf(visit), visit.context).record({
    ...testOf(visit),
    at: visit.context.now().toISOString(),
    subject: name,
    after: { kind, host: hostOf(candidate), secretGivenBy: wayOf(secret) },
    result: "done",
  });
}

/** Records that a reference was named that this workspace may not name; typing mistakes are not recorded. */
export async function recordRefusedTest(
  visit: Visit,
  { values, errors, existing }: { values: FormValues; errors: FieldErrors; existing: Connection | undefined },
): Promise<void> {
  const named = (["keyIdRef", "keySecretRef", "tokenRef"] as const)
    .filter((field) => errors[field] !== undefined)
    .flatMap((field) => CredentialReference.safeParse(values[field]).data ?? []);
  if (named.length === 0) return;
  const host = existing ? hostOf(existing) : typedHost(values);
  const schemes = [...new Set(named.map((reference) => splitReference(reference).scheme))];
  await recorder(testOf(visit), visit.context).notDone({
    ...(existing ? { subject: existing.name } : {}),
    after: { ...(host === undefined ? {} : { host }), secretGivenBy: schemes.map(asWay).join(", ") },
    result: "refused",
    detail: "A reference was named that this workspace may not use. Nothing was sent.",
  });
}

function testOf(visit: Visit) {
  return { ...doingOf(visit), action: "connection.test" } as const;
}

function wayOf(secret: Secret): string {
  if (secret.by === "value") return "value";
  return asWay(secret.reference.slice(0, secret.reference.indexOf(":")));
}

/** Only words of ours: what stands before the first colon may be part of a secret. */
function asWay(scheme: string): string {
  return ["env", "file", "vault", "aws", "gcp", "sealed"].includes(scheme)
    ? `${scheme}: reference`
    : "reference";
}

function typedHost({ kind, baseUrl, appUrl }: FormValues): string | undefined {
  const typed = kind === "managed" ? baseUrl : appUrl;
  return URL.canParse(typed) ? new URL(typed).host : undefined;
}
