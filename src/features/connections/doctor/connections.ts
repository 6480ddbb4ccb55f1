import { code } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { Finding } from "../probe/finding.ts";
import { probe } from "../probe/probe.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Connection } from "../records.ts";
import { type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";

/** What a connection's key can do, tried with few reads. */
export async function connectionChecks(
  { name, kind }: Connection,
  context: Pick<ConnectionsContext, "cloudOf" | "services" | "now">,
): Promise<Check[]> {
  const { findings, isUsable } = await probe(context.cloudOf(name), kind, {
    now: context.now(),
    labelsOf: (seen) => context.services.labels(seen),
  });
  const checks = findings
    .filter(({ outcome }) => outcome !== "untried")
    .map((finding) => checkOf(name, finding));
  const area = `Connection ${code(name)}`;
  return isUsable ? [...checks, excess(area)] : [...checks, wrong(area, mend(name))];
}

function checkOf(name: string, { area, outcome, says }: Finding): Check {
  const about = `Connection ${code(name)}, ${area.toLowerCase()}`;
  if (outcome === "works") return right(about, escapeSentence(says));
  const how =
    outcome === "lacks" ? " Where you need that, give the key the right to it in the cloud's console." : "";
  return wrong(about, `${escapeSentence(says)}${how}`);
}

function mend(name: string): string {
  return `Nothing works with its key. ${code(`/db connections rotate ${name}`)} gives it a new one; a key of the environment is changed there.`;
}

/** The API tells nobody what a key may beside what it was asked for. */
function excess(area: string): Check {
  return unknown(
    `${area}, more than it needs`,
    "The API does not tell which rights a key has. See in the cloud's console that it has no more than reading services, backups and costs, and creating services if you do that here.",
  );
}
