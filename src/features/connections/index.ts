import { recordingConnections } from "./recording.ts";
import { connectDraftPurpose } from "./page/draft.ts";
import { feature } from "../../platform/feature.ts";
import type { ConnectionsContext } from "./context.ts";
import { doctor } from "./doctor/command.ts";
import { connections as connectionsCommand } from "./manage/command.ts";
import { connect } from "./page/command.ts";

export const connections = feature<ConnectionsContext>({
  name: "connections",
  commands: [connect, connectionsCommand, doctor],
  sealed: [
    {
      what: "connections being typed",
      sealedBy: "features/connections/page/draft.ts",
      keys: /^qm:\{(\w+)\}:connect-link:(.+)$/,
      purposeOf: (_, digest) => connectDraftPurpose(digest),
    },
  ],
  routes(app, parts) {
    // Pages are for few, and what they take is loaded with the first.
    app.all("/connect/*", async (context) => {
      const { connectPages } = await import("./page/pages.ts");
      return connectPages(parts).fetch(context.req.raw);
    });
  },
  recording: recordingConnections,
  subjects: ({ connections, services }) => ({ connection: connections, service: services, backup: services }),
});
