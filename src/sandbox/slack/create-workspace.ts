import { createCallNotes } from "./calls.ts";
import { createChanges } from "./changes.ts";
import { createFaultList } from "./fault-list.ts";
import { newSecret } from "./ids.ts";
import type { Manifest } from "./manifest.ts";
import { createPostingPace } from "./posting-pace.ts";
import { appIds, seedChannels, seedPeople, seedUserGroups, seedWelcome, team } from "./seed.ts";
import type { Workspace } from "./workspace.ts";

/** A new team with its people and channels, and credentials that nobody had before. */
export function createWorkspace({
  manifest,
  now,
  rateLimitPosts,
}: {
  manifest: Manifest;
  now: () => number;
  rateLimitPosts: boolean;
}): Workspace {
  const channels = seedChannels();
  const workspace: Workspace = {
    now,
    team,
    app: { ...appIds, name: manifest.appName },
    credentials: {
      signingSecret: newSecret(16),
      botToken: `xoxb-${newSecret(20)}`,
      appToken: `xapp-1-${appIds.id}-${newSecret(20)}`,
      verificationToken: newSecret(12),
    },
    manifest,
    people: seedPeople(manifest.appName),
    userGroups: seedUserGroups(),
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
    panel: undefined,
    url: "",
    appUrl: undefined,
    connected: false,
    lastStampUs: 0,
  };
  seedWelcome(workspace);
  return workspace;
}
