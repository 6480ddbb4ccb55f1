import { createCallNotes } from "./calls.ts";
import { createChanges } from "./changes.ts";
import { createFaultList } from "./fault-list.ts";
import { createHistoryLimit } from "./history-limit.ts";
import { newSecret } from "./ids.ts";
import { install } from "./installation.ts";
import type { Manifest } from "./manifest.ts";
import { createPostingPace } from "./posting-pace.ts";
import { appIds, seedChannels, seedPeople, seedUserGroups, seedWelcome, team as usualTeam } from "./seed.ts";
import type { Team, Workspace } from "./workspace.ts";

/** The team, and given values instead of random ones. */
export interface TeamOptions {
  /** Two teams of one app need ids with different last characters. The default is Acme. */
  team?: { id: string; name: string };
  /** The team's organization. An installation may then be for all of it. */
  enterprise?: { id: string; name: string };
  /** False if the app is still to be installed by OAuth. */
  installed?: boolean;
  /** Optional scopes that the person who installed it refused. */
  refusedScopes?: readonly string[];
  /** Limits reads of messages as for an app outside the Marketplace: 15 messages a minute, or as often as given. */
  limitsHistory?: { everyMs?: number };
  /** Instead of the manifest's, which may have an operator's own. */
  unfurlDomains?: readonly string[];
  /** The token of the first installation. */
  botToken?: string;
  /** The app's own, the same in all its teams. */
  signingSecret?: string;
  clientId?: string;
  clientSecret?: string;
}

/** A new team with its people and channels, and new credentials. */
export function createWorkspace({
  manifest,
  now,
  rateLimitPosts,
  triggerLifeMs,
  ...options
}: TeamOptions & {
  manifest: Manifest;
  now: () => number;
  rateLimitPosts: boolean;
  triggerLifeMs: number;
}): Workspace {
  const team = options.team ? asTeam(options.team) : usualTeam;
  const ids = appIds(team);
  const channels = seedChannels(team);
  const settings = { rateLimitPosts, limitsHistory: options.limitsHistory !== undefined };
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
    panes: new Map(),
    triggers: new Map(),
    triggerLifeMs,
    responseUrls: new Map(),
    files: new Map(),
    stepRuns: new Map(),
    sessions: new Map(),
    activity: [],
    calls: createCallNotes(),
    faults: createFaultList(now, channels),
    changes: createChanges(),
    pace: createPostingPace(now),
    history: createHistoryLimit(now, settings, options.limitsHistory?.everyMs),
    settings,
    others: [],
    unfurlDomains: options.unfurlDomains ?? manifest.unfurlDomains,
    composed: new Map(),
    panel: undefined,
    url: "",
    appUrl: undefined,
    connected: false,
    lastStampUs: 0,
  };
  const { installed = true, botToken } = options;
  const scopes = allowedScopes(manifest.scopes, options.refusedScopes ?? []);
  if (installed) install(workspace, { scopes, isEnterprise: false, botToken });
  seedWelcome(workspace);
  return workspace;
}

function allowedScopes(scopes: Manifest["scopes"], refused: readonly string[]): Manifest["scopes"] {
  return scopes === "all" ? scopes : scopes.filter((scope) => !refused.includes(scope));
}

function asTeam({ id, name }: { id: string; name: string }): Team {
  return { id, name, domain: name.toLowerCase().replaceAll(/\W+/gu, "-") };
}
