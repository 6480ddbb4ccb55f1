import { feature } from "../../platform/feature.ts";
import { access } from "./access/command.ts";
import { advanceAuditMirror } from "./audit/mirror.ts";
import { audit } from "./audit/command.ts";

export const workspace = feature({
  name: "workspace",
  commands: [access, audit],
  schedules: [{ kind: "audit-mirror", advance: advanceAuditMirror }],
});
