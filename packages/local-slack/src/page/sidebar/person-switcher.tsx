import { useRef, useState } from "react";
import { MenuItems } from "../elements/menu-items.tsx";
import { usePopup } from "../elements/use-popup.ts";
import { Avatar } from "../styles/avatar.tsx";
import { CheckIcon, ChevronIcon } from "../styles/icons.tsx";
import { useNearWorld } from "../world/world-context.ts";
import { PostLimit } from "./post-limit.tsx";

/** Shows the acting person of this window, and lets it switch to another one. */
export function PersonSwitcher({ onSwitchUser }: { onSwitchUser: (user: string) => void }) {
  const { me, people } = useNearWorld();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = usePopup(button, open);
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pick = (user: string) => {
    leave();
    onSwitchUser(user);
  };
  return (
    <div className="switcher">
      <button
        ref={button}
        type="button"
        className="switcher-button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar person={me} size="large" />
        <span className="switcher-words">
          <small>Acting as</small> <span className="switcher-name">{me.realName}</span>
        </span>
        <ChevronIcon />
      </button>
      {open && (
        <MenuItems label="Act as" place={place} onLeave={leave} onBlur={() => setOpen(false)}>
          {people
            .filter(({ isBot }) => !isBot)
            .map((person) => (
              <button
                type="button"
                role="menuitemradio"
                aria-checked={person.id === me.id}
                key={person.id}
                onClick={() => pick(person.id)}
              >
                <Avatar person={person} size="small" />
                <span className="menu-words">
                  {person.realName}
                  {person.isAdmin && <small>Workspace admin</small>}
                </span>
                {person.id === me.id && <CheckIcon />}
              </button>
            ))}
          <div className="menu-line" role="separator" />
          <PostLimit />
        </MenuItems>
      )}
    </div>
  );
}
