import { useCallback, useEffect, useState } from "react";
import { Conversation } from "./conversation/conversation.tsx";
import { ThreadPane } from "./conversation/thread-pane.tsx";
import { ConfirmProvider } from "./dialog/confirm-provider.tsx";
import { NoticeProvider } from "./styles/notice-provider.tsx";
import { ObjectPane } from "./objects/object-pane.tsx";
import { Sidebar } from "./sidebar/sidebar.tsx";
import { StepDialog } from "./steps/step-dialog.tsx";
import { ModalStack } from "./views/modal-stack.tsx";
import { NowContext, useClock } from "./time/now-context.ts";
import { PeopleContext, usePeopleOf } from "./world/people-context.ts";
import { type WindowLocation, useLocation } from "./world/use-location.ts";
import { useWorld } from "./world/use-world.ts";
import { useNearWorld, WorldContext } from "./world/world-context.ts";

/** The local Slack's page: one person's window into the workspace. */
export function App() {
  const [place, move] = useLocation();
  const { world, problem } = useWorld(place.user);
  const now = useClock();
  const people = usePeopleOf(world);
  const me = world?.me.id;
  useEffect(() => {
    if (world) document.title = `${world.team.name} · local Slack`;
  }, [world]);
  useEffect(() => {
    if (place.user === undefined && me !== undefined) move({ user: me });
  }, [place.user, me, move]);
  if (!world) return <p className="starting">{problem ?? "Opening the workspace…"}</p>;
  return (
    <WorldContext value={world}>
      <PeopleContext value={people}>
        <NowContext value={now}>
          <NoticeProvider>
            <ConfirmProvider>
              {problem !== undefined && <Problem text={problem} />}
              <Shell place={place} firstChannel={world.channels[0]?.id} onMove={move} />
            </ConfirmProvider>
          </NoticeProvider>
        </NowContext>
      </PeopleContext>
    </WorldContext>
  );
}

interface ShellProps {
  place: WindowLocation;
  firstChannel: string | undefined;
  onMove: (change: Partial<WindowLocation>) => void;
}

function Shell({ place, firstChannel, onMove }: ShellProps) {
  const { modals, steps, pane } = useNearWorld();
  const [stepId, setStepId] = useState<string>();
  const step = steps.find(({ callbackId }) => callbackId === stepId);
  const channel = place.channel ?? firstChannel;
  const open = (channel: string) => onMove({ channel, thread: undefined });
  const openThread = useCallback((thread: string) => onMove({ thread }), [onMove]);
  return (
    <>
      {/* A modal keeps everything below out of reach. This says so to screen readers. */}
      <div className="shell" aria-hidden={modals.length > 0 || step !== undefined || undefined}>
        <Sidebar
          current={channel}
          onOpen={open}
          onSwitchUser={(user) => onMove({ user, thread: undefined })}
          onStep={setStepId}
        />
        <Conversation place={channel} onOpen={open} onThread={openThread} />
        {pane && <ObjectPane key={pane.externalRef.id} pane={pane} />}
        {!pane && channel !== undefined && place.thread !== undefined && (
          <ThreadPane
            key={place.thread}
            channelId={channel}
            threadTs={place.thread}
            onClose={() => onMove({ thread: undefined })}
          />
        )}
      </div>
      <ModalStack />
      {step && <StepDialog step={step} onClose={() => setStepId(undefined)} />}
    </>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p className="reconnecting" role="status">
      {text}
    </p>
  );
}
