import { within } from "../../lib/clock.ts";
import { isAppError } from "../../lib/errors.ts";
import type { WorkspaceContext } from "../context.ts";

/** A service that facts are wanted of. */
export interface FactsOf {
  serviceId: string;
  name: string;
  connection: string;
}

/** A fact that a feature knows of services, for lists and App Home. */
export interface ServiceFact<Context = WorkspaceContext> {
  /** Plain text, such as "State". */
  label: string;
  /** Facts with a lower rank come first. */
  rank: number;
  /**
   * The fact of each service in mrkdwn, by service id. What is not known is left out. People wait for it, so it uses
   * reads that are kept.
   */
  read(services: readonly FactsOf[], context: Context): Promise<ReadonlyMap<string, string>>;
}

/** One fact, as it is shown. */
export interface ShownFact {
  label: string;
  /** mrkdwn. */
  text: string;
}

const maxWaitMs = 10_000;

/** The facts of services, by service id. A fact that fails or is late is left out. */
export async function readServiceFacts(
  facts: readonly ServiceFact[],
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlyMap<string, ShownFact[]>> {
  const known = await Promise.all(
    facts.map(async (fact) => ({ label: fact.label, texts: await readOne(fact, services, context) })),
  );
  return new Map(
    services.map(({ serviceId }) => [
      serviceId,
      known.flatMap(({ label, texts }) => {
        const text = texts.get(serviceId);
        return text === undefined ? [] : [{ label, text }];
      }),
    ]),
  );
}

const nothing: ReadonlyMap<string, string> = new Map();

async function readOne(
  fact: ServiceFact,
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlyMap<string, string>> {
  try {
    return await within(maxWaitMs, fact.read(services, context), nothing);
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    context.log.info({ err: error, fact: fact.label }, "couldn't read a fact about services");
    return nothing;
  }
}
