import { useRef, useState } from "react";
import type { Message } from "../../protocol.ts";
import { MenuItems } from "../elements/menu-items.tsx";
import { usePopup } from "../elements/use-popup.ts";
import { MoreIcon } from "../styles/icons.tsx";
import { useTell } from "../styles/notice-context.ts";
import { runShortcut } from "../world/api.ts";
import { useNearPeople } from "../world/people-context.ts";

interface MessageMenuProps {
  channel: string;
  message: Message;
  /** Opens the message's thread. Absent within a thread. */
  onThread?: ((threadTs: string) => void) | undefined;
}

/** The menu of a message: its thread, and the app's shortcuts. Slack has none on a message for one person only. */
export function MessageMenu({ channel, message, onThread }: MessageMenuProps) {
  const { me, shortcuts } = useNearPeople();
  const tell = useTell();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const place = usePopup(button, open, { align: "end", width: 220 });
  if (message.ephemeral || (shortcuts.length === 0 && !onThread)) return null;
  const leave = () => {
    setOpen(false);
    button.current?.focus();
  };
  const run = async (callbackId: string) => {
    leave();
    const outcome = await runShortcut({ user: me.id, channel, ts: message.ts, callbackId });
    if (!outcome.ok) tell(outcome.message);
  };
  return (
    <span className={open ? "message-menu message-menu-open" : "message-menu"}>
      <button
        type="button"
        ref={button}
        className="icon-button"
        aria-label="Actions for this message"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon />
      </button>
      {open && (
        <MenuItems
          label="Actions for this message"
          place={place}
          onLeave={leave}
          onBlur={() => setOpen(false)}
        >
          {onThread && (
            <button type="button" role="menuitem" onClick={() => onThread(message.threadTs ?? message.ts)}>
              Reply in thread
            </button>
          )}
          {shortcuts.map(({ callbackId, name }) => (
            <button type="button" role="menuitem" key={callbackId} onClick={() => void run(callbackId)}>
              {name}
            </button>
          ))}
        </MenuItems>
      )}
    </span>
  );
}
