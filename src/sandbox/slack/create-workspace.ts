import { createCallNotes } from "./calls.ts";
import { createChanges } from "./changes.ts";
import { createFaultList } from "./fault-list.ts";
import { newSecret } from "./ids.ts";
import { install } from "./installation.ts";
import type { Manifest } from "./manifest.ts";
import { createPostingPace } from "./posting-pace.ts";
import { appIds, seedChannels, seedPeople, seedUserGroups, seedWelcome, team as usualTeam } from "./seed.ts";
import type { Team, Workspace } from "./workspace.ts";

/** Which team it is, and what is given rather than made up. */
export interface TeamOptions {
  /** Two teams of one app need ids whose last characters differ; Acme where none is named. */
  team?: { id: string; name: string };
  /** The organization that the team is one of; an install may then be for all of it. */
  enterprise?: { id: string; name: string };
  /** False where the app is yet to be installed, by OAuth. */
  installed?: boolean;
  /** In place of the manifest's, which may name an operator's own. */
  unfurlDomains?: readonly string[];
  /** The token of the first installation. */
  botToken?: string;
  /** The app's own, the same in all of its teams. */
  signingSecret?: string;
  clientId?: string;
  clientSecret?: string;
}

/** A new team with its people and channels, and credentials that nobody had before. */
export function createWorkspace({
  manifest,
  now,
  rateLimitPosts,
  ...options
}: TeamOptions & {
  manifest: Manifest;
  now: () => number;
  rateLimitPosts: boolean;
}): Workspace {
  const team = options.team ? asTeam(options.team) : usualTeam;
  const ids = appIds(team);
  const channels = seedChannels(team);
  const workspace: Workspace = {
    now,
    team,
    enterprise: options.enterprise ?? null,
    app: { ...ids, name: manifest.appName },
    credentials: {
      signingSecret: options.signingSecret ?? newSecret(16),
      clientId: options.clientId ?? "1111111111111.2222222222222",
      clientSecret: options.clientSecret ?? newSecret(16),
      appToken: `xapp-1-${ids.id}-${newSecret(20)}`,
      verificationToken: newSecret(12),
    },
    manifest,
    installation: undefined,
    formerTokens: new Map(),
    codes: new Map(),
    people: seedPeople(team, manifest.appName),
    userGroups: seedUserGroups(team),
    channels,
    views: new Map(),
    modals: new Map(),
    homes: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    files: new Map(),
    stepRuns: new Map(),
    activity: [],
    calls: createCallNotes(),
    faults: createFaultList(now, channels),
    changes: createChanges(),
    pace: createPostingPace(now),
    settings: { rateLimitPosts },
    unfurlDomains: options.unfurlDomains ?? manifest.unfurlDomains,
    composed: new Map(),
    panel: undefined,
    url: "",
    appUrl: undefined,
    connected: false,
    lastStampUs: 0,
  };
  const { installed = true, botToken } = options;
  if (installed) install(workspace, { scopes: manifest.scopes, isEnterprise: false, botToken });
  seedWelcome(workspace);
  return workspace;
}

function asTeam({ id, name }: { id: string; name: string }): Team {
  return { id, name, domain: name.toLowerCase().replaceAll(/\W+/gu, "-") };
}
