import { useTell } from "../styles/notice-context.ts";
import { CheckIcon } from "../styles/icons.tsx";
import { changeSettings } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

/** A menu item that switches Slack's limit on posting on and off, to try an app with and without it. */
export function PostLimit() {
  const { settings } = useNearWorld();
  const tell = useTell();
  const toggle = async () => {
    const outcome = await changeSettings({ rateLimitPosts: !settings.rateLimitPosts });
    if (!outcome.ok) tell(outcome.message);
  };
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={settings.rateLimitPosts}
      onClick={() => void toggle()}
    >
      <span className="menu-words">
        Limit posts as Slack does
        <small>One a second in each channel</small>
      </span>
      {settings.rateLimitPosts && <CheckIcon />}
    </button>
  );
}
