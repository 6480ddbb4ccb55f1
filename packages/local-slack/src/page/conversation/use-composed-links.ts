import { useEffect } from "react";
import type { Attachment } from "../../protocol.ts";
import { compose } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

// Slack does not document its pause. This one is short enough for a preview before the message is sent.
const pauseMs = 300;

/** The app's cards for the links in a composer, requested when the person pauses typing. */
export function useComposedLinks(text: string, channel: string): readonly Attachment[] {
  const { me, composed } = useNearWorld();
  const user = me.id;
  const hasLink = text.includes("://");
  useEffect(() => {
    if (!hasLink) return;
    const timer = setTimeout(() => void compose({ user, channel, text }), pauseMs);
    return () => clearTimeout(timer);
  }, [hasLink, user, channel, text]);
  return hasLink ? composed : [];
}
