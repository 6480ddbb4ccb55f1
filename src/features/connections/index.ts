import { feature } from "../../platform/feature.ts";
import { doctor } from "./doctor/command.ts";
import { connections as connectionsCommand } from "./manage/command.ts";
import { connect } from "./page/command.ts";

export const connections = feature({
  name: "connections",
  commands: [connect, connectionsCommand, doctor],
});
