import { sayWhoMayDoWhat, helpOnHome, offOnHome } from "./home.ts";
import { installationTokenPurpose } from "./install/installations.ts";
import { feature } from "../../platform/feature.ts";
import { access, accessTab } from "./access/command.ts";
import { auditMirrors } from "./audit/mirror.ts";
import type { InstalledContext } from "./context.ts";
import { audit, auditTab } from "./audit/command.ts";
import { serveInstalling } from "./install/installing.ts";
import { scopesCheck } from "./install/ownership.ts";
import { scopesArea } from "./install/texts.ts";

export const workspace = feature<InstalledContext>({
  name: "workspace",
  commands: [access, audit],
  adminTabs: [accessTab, auditTab],
  routes: serveInstalling,
  sealed: [
    {
      what: "tokens of installations",
      sealedBy: "features/workspace/install/install.ts",
      keys: /^qm:\{(\w+)\}:installation$/,
      purposeOf: () => installationTokenPurpose,
    },
  ],
  schedules: [auditMirrors],
  checks: [{ area: scopesArea, run: scopesCheck }],
  home: [offOnHome, helpOnHome],
  setup: sayWhoMayDoWhat,
});
