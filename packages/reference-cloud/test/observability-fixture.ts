import { z } from "zod";
import { askDeployment, type Deployment } from "../../../test/contract/observability-surfaces.ts";
import { cloudInTest } from "../../../test/support/asking.ts";

/** The known part of a dashboard of the reference server. */
export const Content = z.looseObject({
  id: z.string(),
  name: z.string(),
  tiles: z.array(z.looseObject({ id: z.string() })),
});

const Answer = z.union([
  z.looseObject({ data: z.unknown() }).transform(({ data }) => data),
  z.looseObject({ result: z.unknown() }).transform(({ result }) => result),
]);

/** A deployment of a new server, and the first of its dashboards. */
export async function fixture(deployment: Deployment, options = {}) {
  const cloud = await cloudInTest(options);
  const ask = (path: string, asking?: Parameters<typeof askDeployment>[3]) =>
    askDeployment(deployment, cloud, path, asking);
  const read = async (path: string, asking?: Parameters<typeof askDeployment>[3]) =>
    Answer.parse(JSON.parse((await ask(path, asking)).text));
  const [first] = z.array(Content).parse(await read("/dashboards"));
  if (!first) throw new Error("there is no dashboard");
  return { cloud, ask, read, first };
}

/** The body of a valid alert on a dashboard's first tile. */
export function sound({ id, tiles }: z.output<typeof Content>) {
  const channel = { type: "webhook", webhookId: "w" };
  return {
    dashboardId: id,
    tileId: tiles[0]?.id,
    threshold: 5,
    interval: "5m",
    source: "tile",
    thresholdType: "above",
    channel,
    name: "n",
    message: "Look at the logs",
  };
}
