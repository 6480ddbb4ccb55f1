import { useEffect } from "react";
import { openMessages } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

/** The questions that an agent suggests in its conversation. A click sends one. Opening them notifies the app. */
export function SuggestedPrompts({ onPick }: { onPick: (message: string) => void }) {
  const { me, agent, app } = useNearWorld();
  const isAgent = agent !== null;
  useEffect(() => {
    if (isAgent) void openMessages(me.id);
  }, [isAgent, me.id]);
  if (!agent || agent.prompts.length === 0) return null;
  return (
    <section className="suggested-prompts" aria-label={`Ask ${app.name}`}>
      <p>{agent.description}</p>
      <div>
        {agent.prompts.map(({ title, message }) => (
          <button type="button" className="button button-plain" key={title} onClick={() => onPick(message)}>
            {title}
          </button>
        ))}
      </div>
    </section>
  );
}
