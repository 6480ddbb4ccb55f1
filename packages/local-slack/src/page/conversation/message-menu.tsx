import type { Message } from "../../protocol.ts";
import { MenuItems } from "../elements/menu-items.tsx";
import { useMenu } from "../elements/use-menu.ts";
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
  const menu = useMenu("Actions for this message");
  if (message.ephemeral || (shortcuts.length === 0 && !onThread)) return null;
  const run = async (callbackId: string) => {
    menu.leave();
    const outcome = await runShortcut({ user: me.id, channel, ts: message.ts, callbackId });
    if (!outcome.ok) tell(outcome.message);
  };
  return (
    <span className={menu.open ? "message-menu message-menu-open" : "message-menu"}>
      <button type="button" className="icon-button" {...menu.button}>
        <MoreIcon />
      </button>
      {menu.open && (
        <MenuItems {...menu.popup}>
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
