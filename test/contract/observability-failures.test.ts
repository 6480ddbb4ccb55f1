import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { failure } from "../support/failure.ts";
import { control } from "../support/asking.ts";
import { endless, faultsOf } from "./failures.ts";
import { givenThings, observabilityCases, operationName } from "./observability-cases.ts";
import { deploymentClient, deployments, surfaceOf } from "./observability-surfaces.ts";

const rows = deployments.flatMap((deployment) =>
  Object.entries(observabilityCases).flatMap(([does, one]) =>
    faultsOf(does).map((failing) => ({ deployment, does, one, ...failing })),
  ),
);

const Requests = z.array(z.object({ method: z.string(), operation: z.string().optional() }));

// Shared: each test makes its own things.
let cloud: ReferenceCloud;
beforeAll(async () => {
  cloud = await startReferenceCloud({ rateLimit: false });
});
afterAll(() => cloud.close());
afterEach(async () => {
  await control(cloud, "/faults", undefined, "DELETE");
  await control(cloud, "/requests", undefined, "DELETE");
});

test.each(rows)(
  "$deployment: to $does fails as $kind under the fault $shown, and what changes something is sent once",
  async ({ deployment, one, fault, kind }) => {
    const surface = surfaceOf(deployment, cloud);
    const given = await givenThings(deploymentClient(deployment, cloud), surface);
    const operation = operationName(one, surface);
    await control(cloud, "/requests", undefined, "DELETE");
    await control(cloud, "/faults", [{ ...fault, match: { operation } }]);
    const limits = { callTimeoutMs: fault === endless ? 50 : 30_000 };

    const error = await failure(one.call(deploymentClient(deployment, cloud, { limits }), surface, given));
    expect(error.kind).toBe(kind);
    expect(error.operation).toMatch(/^(GET|POST|PUT|DELETE) \/(v1\/organizations|api\/v2)\//);
    expect(inspect(error, { depth: 9 })).not.toContain(surface.authorization.split(" ")[1]);

    const requests = Requests.parse((await control(cloud, "/requests", undefined, "GET")).body);
    const changes = requests.filter(({ method }) => method !== "GET");
    expect(changes.length).toBeLessThanOrEqual(1);
    expect(requests.every((request) => request.operation === operation)).toBe(true);
  },
);
