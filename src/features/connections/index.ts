import { priceRecord } from "./prices.ts";
import { connectFirst, connectionsOnHome, serviceState, servicesOnHome } from "./home.ts";
import { plural, shortList } from "../../lib/text.ts";
import { connectDraftPurpose } from "./page/links.ts";
import { feature } from "../../platform/feature.ts";
import type { ConnectionsContext } from "./context.ts";
import { doctor, healthTab } from "./doctor/command.ts";
import { connections as connectionsCommand, connectionsTab } from "./manage/command.ts";
import { connect } from "./page/command.ts";

// What other features may use.
export type { ConnectionsPart } from "./context.ts";
export { KnownService, type KnownServices } from "./known-services.ts";
export {
  FoundService,
  type FoundServices,
  addFound,
  addedText,
  type FoundOffer,
  findOffer,
  foundButtons,
  foundText,
} from "./found.ts";
export { Connection, ManagedConnection, defaultConnection } from "./connection.ts";
export { type ChoiceOfConnection, asManaged, defaultNameOf, hostOf } from "./records.ts";
export { nothingConnectedReply, unconnected, unconnectedReply } from "./unconnected.ts";

export const connections = feature<ConnectionsContext>({
  name: "connections",
  asCode: [priceRecord.asCode],
  commands: [connect, connectionsCommand, doctor],
  adminTabs: [connectionsTab, healthTab],
  sealed: [
    {
      what: "connections being typed",
      sealedBy: "features/connections/page/session.ts",
      keys: /^qm:\{(\w+)\}:connect-link:(.+)$/,
      purposeOf: (_, tokenHash) => connectDraftPurpose(tokenHash),
    },
  ],
  routes(app, parts) {
    // Few people use the pages, so their code loads with the first request.
    app.all("/connect/*", async (context) => {
      const { connectPages } = await import("./page/pages.ts");
      return connectPages(parts).fetch(context.req.raw);
    });
  },
  subjects({ connections, services }) {
    // Buttons have the id in place of the name.
    const known = {
      list: async () => (await services.list()).map(({ name, serviceId }) => ({ name, id: serviceId })),
    };
    return { connection: connections, service: known, backup: known };
  },
  async connectionUses(connection, { services }) {
    const names = (await services.list())
      .filter((one) => one.connection === connection)
      .map(({ name }) => name);
    return names.length === 0 ? [] : [`${plural(names.length, "service")} (${shortList(names)})`];
  },
  home: [connectionsOnHome, servicesOnHome],
  serviceFacts: [serviceState],
  setup: connectFirst,
});
