import type { AgentSession, StoredChannel, Workspace } from "./workspace.ts";

/** The name of Slack's event about its stop button. */
export const stopEvent = "agent_session_stopped";

/** True if people can stop the app's work. Otherwise they only see that it works. */
export function hasStopButton({ manifest }: Workspace): boolean {
  return manifest.events.includes(stopEvent);
}

/** Sets the status of a thread's session. A new one gets the title. */
export function setSession(
  workspace: Workspace,
  { id: channel }: StoredChannel,
  { threadTs, status, title }: Pick<AgentSession, "threadTs" | "status" | "title">,
): AgentSession {
  const session = sessionOf(workspace, channel, threadTs) ?? { channel, threadTs, title, status };
  session.status = status;
  workspace.sessions.set(keyOf(channel, threadTs), session);
  workspace.changes.bump();
  return session;
}

/** The session of a thread, if it has one. */
export function sessionOf(
  { sessions }: Workspace,
  channel: string,
  threadTs: string,
): AgentSession | undefined {
  return sessions.get(keyOf(channel, threadTs));
}

function keyOf(channel: string, threadTs: string): string {
  return `${channel} ${threadTs}`;
}
