import type { Metrics } from "../../lib/metrics.ts";
import type { WorkspaceSecrets } from "./workspace.ts";

/** The same secrets. Each look-up is counted by the beginning of its reference, and its outcome. */
export function measuredSecrets(
  secrets: WorkspaceSecrets,
  metrics: Pick<Metrics, "secretResolved">,
): WorkspaceSecrets {
  const counted =
    (resolve: (reference: string) => Promise<string>) =>
    async (reference: string): Promise<string> => {
      // Text without a known scheme may be a secret with a colon. The metrics count it as "other".
      const [scheme = ""] = reference.trim().split(":", 1);
      try {
        const secret = await resolve(reference);
        metrics.secretResolved(scheme);
        return secret;
      } catch (error) {
        metrics.secretResolved(scheme, error);
        throw error;
      }
    };
  return {
    ...secrets,
    resolve: counted((reference) => secrets.resolve(reference)),
    resolveConfigured: counted((reference) => secrets.resolveConfigured(reference)),
  };
}
