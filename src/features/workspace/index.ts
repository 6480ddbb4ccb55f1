import { serveOpenPage } from "./open-page.ts";
import { sayWhoMayDoWhat, helpOnHome, offOnHome } from "./home.ts";
import { installationTokenPurpose } from "./install/installations.ts";
import { feature } from "../../platform/feature.ts";
import { grantRecord, limitRecord } from "./access/records.ts";
import { applyAction, applyForm, pageAction } from "./as-code/apply.ts";
import { applyCommand, exportCommand, exportTab } from "./as-code/command.ts";
import { workspaceFileCheck, workspaceFileJob } from "./as-code/mounted-file.ts";
import { area as workspaceFileArea } from "./as-code/texts.ts";
import { access, accessTab } from "./access/command.ts";
import { auditMirrors } from "./audit/mirror.ts";
import type { InstalledContext } from "./context.ts";
import { movedChannelsJob } from "./channels/moved.ts";
import { audit, auditTab } from "./audit/command.ts";
import { people } from "./people/erase.ts";
import { peopleErasures } from "./people/erasing.ts";
import { serveInstalling } from "./install/serve.ts";
import { scopesCheck } from "./install/ownership.ts";
import { scopesArea } from "./install/texts.ts";

export const workspace = feature<InstalledContext>({
  name: "workspace",
  commands: [access, audit, people, exportCommand, applyCommand],
  forms: [applyForm],
  interactions: [applyAction, pageAction],
  adminTabs: [accessTab, auditTab, exportTab],
  routes(app, parts) {
    serveInstalling(app, parts);
    serveOpenPage(app);
  },
  sealed: [
    {
      what: "tokens of installations",
      sealedBy: "features/workspace/install/install.ts",
      keys: /^qm:\{(\w+)\}:installation$/,
      purposeOf: () => installationTokenPurpose,
    },
  ],
  schedules: [auditMirrors],
  asCode: [grantRecord.asCode, limitRecord.asCode],
  jobs: [workspaceFileJob, movedChannelsJob, peopleErasures],
  checks: [
    { area: scopesArea, run: scopesCheck },
    { area: workspaceFileArea, run: workspaceFileCheck },
  ],
  home: [offOnHome, helpOnHome],
  setup: sayWhoMayDoWhat,
});
