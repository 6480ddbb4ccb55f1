import { type ReactNode, useState } from "react";
import type { Channel } from "../../protocol.ts";
import { Avatar } from "../styles/avatar.tsx";
import { ChevronIcon, FlowIcon, HashIcon, LockIcon } from "../styles/icons.tsx";
import { appConversation, personById, useNearWorld } from "../world/world-context.ts";
import { PanelButtons } from "./panel-buttons.tsx";
import { PersonSwitcher } from "./person-switcher.tsx";
import { SidebarLink } from "./sidebar-link.tsx";
import { useUnread } from "./use-unread.ts";

interface SidebarProps {
  /** The open channel's id, or `home`. */
  current: string | undefined;
  onOpen: (channel: string) => void;
  onSwitchUser: (user: string) => void;
  onStep: (callbackId: string) => void;
}

/** The workspace: its channels, direct messages and the app, and the acting person. */
export function Sidebar({ current, onOpen, onSwitchUser, onStep }: SidebarProps) {
  const world = useNearWorld();
  const [isListed, setIsListed] = useState(false);
  const unread = useUnread(current);
  const app = appConversation(world);
  const open = world.channels.filter(({ isDirect }) => !isDirect);
  const direct = world.channels.filter((channel) => channel.isDirect && channel !== app);
  const named = (name: string) => world.people.find(({ realName }) => realName === name) ?? world.me;
  const link = (channel: Channel) => ({
    current: channel.id === current,
    unread: unread(channel),
    onOpen: () => onOpen(channel.id),
  });
  return (
    <nav className="sidebar" aria-label="Workspace">
      <h1 className="workspace-name">{world.team.name}</h1>
      {/* Shown on a phone only, where the lists open below it. */}
      <button
        type="button"
        className="sidebar-toggle"
        aria-expanded={isListed}
        onClick={() => setIsListed(!isListed)}
      >
        Menu <ChevronIcon />
      </button>
      {/* A choice in the lists closes them again. */}
      <div className={`sidebar-lists${isListed ? " sidebar-listed" : ""}`} onClick={() => setIsListed(false)}>
        <SidebarGroup title="Channels">
          {open.map((channel) => (
            <SidebarLink
              key={channel.id}
              icon={channel.isPrivate ? <LockIcon /> : <HashIcon />}
              {...link(channel)}
            >
              {channel.name}
            </SidebarLink>
          ))}
        </SidebarGroup>
        {direct.length > 0 && (
          <SidebarGroup title="Direct messages">
            {direct.map((channel) => (
              <SidebarLink
                key={channel.id}
                icon={<Avatar person={named(channel.name)} size="small" />}
                {...link(channel)}
              >
                {channel.name}
              </SidebarLink>
            ))}
          </SidebarGroup>
        )}
        <SidebarGroup title="Apps">
          <SidebarLink
            icon={<Avatar person={personById(world, world.app.botUserId)} size="small" />}
            current={current === "home" || (app !== undefined && app.id === current)}
            unread={app ? unread(app) : false}
            onOpen={() => onOpen("home")}
          >
            {world.app.name}
          </SidebarLink>
        </SidebarGroup>
        {world.steps.length > 0 && (
          <SidebarGroup title="Workflow steps">
            {world.steps.map(({ callbackId, title }) => (
              <SidebarLink
                key={callbackId}
                icon={<FlowIcon />}
                current={false}
                unread={false}
                onOpen={() => onStep(callbackId)}
              >
                {title}
              </SidebarLink>
            ))}
          </SidebarGroup>
        )}
        <PanelButtons />
        {world.otherWorkspaces.length > 0 && (
          <SidebarGroup title="Other workspaces">
            {world.otherWorkspaces.map(({ name, url }) => (
              <li key={url}>
                <a className="sidebar-link" href={url}>
                  {name}
                </a>
              </li>
            ))}
          </SidebarGroup>
        )}
      </div>
      <PersonSwitcher onSwitchUser={onSwitchUser} />
    </nav>
  );
}

function SidebarGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sidebar-group" aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}
