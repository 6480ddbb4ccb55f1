import { useTell } from "../styles/notice-context.ts";
import { stop } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

interface WorkingProps {
  channel: string;
  /** The thread that is shown. Absent for a conversation's own messages. */
  threadTs?: string;
}

/** Says that the app works here, with the button that stops it. */
export function Working({ channel, threadTs }: WorkingProps) {
  const { me, app, working } = useNearWorld();
  const tell = useTell();
  const here = working.filter(
    (thread) => thread.channel === channel && (threadTs === undefined || thread.threadTs === threadTs),
  );
  const click = async (thread: string) => {
    const outcome = await stop({ user: me.id, channel, threadTs: thread });
    if (!outcome.ok) tell(outcome.message);
  };
  return here.map((thread) => (
    <p className="working" role="status" key={thread.threadTs}>
      {app.name} is working…
      {thread.canStop && (
        <button type="button" className="button button-plain" onClick={() => void click(thread.threadTs)}>
          Stop
        </button>
      )}
    </p>
  ));
}
