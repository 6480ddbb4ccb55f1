import { Avatar } from "../styles/avatar.tsx";
import { personById, useNearWorld } from "../world/world-context.ts";

interface AppTabsProps {
  place: string | undefined;
  /** The id of the app's conversation with the acting person, if there is one. */
  messages: string | undefined;
  onOpen: (place: string) => void;
}

/** The app's name with its tabs, Home and Messages. */
export function AppTabs({ place, messages, onOpen }: AppTabsProps) {
  const world = useNearWorld();
  const tabs = [
    { place: "home", label: "Home" },
    ...(messages === undefined ? [] : [{ place: messages, label: "Messages" }]),
  ];
  return (
    <header className="conversation-header app-header">
      <h2>
        <Avatar person={personById(world, world.app.botUserId)} size="small" />
        {world.app.name}
      </h2>
      {!world.app.connected && <p className="conversation-topic">Not connected yet</p>}
      <nav className="tabs" aria-label={world.app.name}>
        {tabs.map((tab) => (
          <button
            type="button"
            key={tab.place}
            aria-current={tab.place === place ? "page" : undefined}
            onClick={() => onOpen(tab.place)}
          >
            {tab.label}
          </button>
        ))}
      </nav>
    </header>
  );
}
