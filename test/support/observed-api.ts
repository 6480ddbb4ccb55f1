import { z } from "zod";
import type { Deployment } from "../features/observability/fixture.ts";
import type { TestEnvironment } from "./environment.ts";

const Answered = z.union([
  z.object({ data: z.unknown() }).transform(({ data }) => data),
  z.object({ result: z.unknown() }).transform(({ result }) => result),
]);
const Dashboard = z.looseObject({
  id: z.string(),
  name: z.string(),
  tags: z.array(z.string()).optional(),
  tiles: z.array(z.looseObject({ id: z.string(), name: z.string() })),
});

/** A dashboard as the server sends it, with every field. */
export type ServersDashboard = z.output<typeof Dashboard>;

/** The dashboards of an environment's deployment, fetched without the app. */
export interface ObservedApi {
  list(): Promise<ServersDashboard[]>;
  get(id: string): Promise<ServersDashboard>;
  create(body: object): Promise<ServersDashboard>;
  update(id: string, body: object): Promise<ServersDashboard>;
  /** Creates an alert on a tile. */
  alertOn(dashboard: ServersDashboard, tileId: string, name: string): Promise<void>;
}

/** Calls an environment's reference server as the owner of its first service, or of the stand-alone server. */
export function observedApi({ cloud, organization }: TestEnvironment, deployment: Deployment): ObservedApi {
  const { organizationId, keyId, keySecret, services } = organization;
  const { appUrl, token } = cloud.standalone;
  const [base, authorization] =
    deployment === "managed"
      ? [
          `${cloud.url}/v1/organizations/${organizationId}/services/${services[0]?.id}/observability`,
          `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
        ]
      : [`${appUrl}/api/v2`, `Bearer ${token}`];

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${base}${path}`, { method, headers, ...sent });
    if (!response.ok) throw new Error(await response.text());
    return Answered.parse(await response.json());
  }

  return {
    list: async () => z.array(Dashboard).parse(await call("GET", "/dashboards")),
    get: async (id) => Dashboard.parse(await call("GET", `/dashboards/${id}`)),
    create: async (body) => Dashboard.parse(await call("POST", "/dashboards", body)),
    update: async (id, body) => Dashboard.parse(await call("PUT", `/dashboards/${id}`, body)),
    async alertOn({ id }, tileId, name) {
      const rule = { threshold: 5, interval: "5m", source: "tile", thresholdType: "above" };
      const channel = { type: "webhook", webhookId: "w1" };
      await call("POST", "/alerts", {
        dashboardId: id,
        tileId,
        ...rule,
        channel,
        name,
        message: "Look at the logs",
      });
    },
  };
}
