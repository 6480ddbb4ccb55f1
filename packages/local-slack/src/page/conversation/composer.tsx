import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { PlainText } from "../blocks/text.tsx";
import { SendIcon } from "../styles/icons.tsx";
import { send } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";
import { ComposedLinks } from "./composed-links.tsx";
import { CommandList, commandRowId } from "./command-list.tsx";
import { useComposedLinks } from "./use-composed-links.ts";
import { useCompletion } from "./use-completion.ts";

interface ComposerProps {
  channel: string;
  threadTs?: string;
  label: string;
  onSend: () => void;
}

/** The composer of messages and slash commands. Enter sends, Shift and Enter begin a new line. */
export function Composer({ channel, threadTs, label, onSend }: ComposerProps) {
  const { me, commands } = useNearWorld();
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  // Slack's slash commands do not work in threads, so none are offered there.
  const offered = threadTs === undefined ? commands : [];
  const links = useComposedLinks(text, channel);
  const completion = useCompletion(text, setText, offered);
  useEffect(() => {
    // A person who opens a channel can type at once. A thread's pane moves the focus itself, and back.
    if (threadTs === undefined) input.current?.focus();
  }, [threadTs]);
  const post = async () => {
    if (text.trim() === "") return;
    setText("");
    setProblem("");
    onSend();
    const outcome = await send({ user: me.id, channel, threadTs, text });
    if (!outcome.ok) setProblem(outcome.message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const usedByList = completion.onKey(event.key, event.shiftKey);
    const isSend = !usedByList && event.key === "Enter" && !event.shiftKey;
    if (usedByList || isSend) event.preventDefault();
    if (isSend) void post();
  };
  return (
    <div className="composer">
      {completion.open && (
        <CommandList
          id={listId}
          commands={completion.matches}
          active={completion.active}
          onPick={completion.pick}
        />
      )}
      {problem !== "" && (
        <p className="composer-problem" role="alert">
          <PlainText text={problem} />
        </p>
      )}
      {links.length > 0 && <ComposedLinks links={links} />}
      <div className="composer-box">
        <textarea
          ref={input}
          rows={1}
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={completion.open ? listId : undefined}
          aria-activedescendant={completion.open ? commandRowId(listId, completion.active) : undefined}
          placeholder={label}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="composer-send"
          aria-label={threadTs === undefined ? "Send message" : "Send reply"}
          disabled={text.trim() === ""}
          onClick={() => {
            void post();
            input.current?.focus();
          }}
        >
          <SendIcon />
        </button>
      </div>
      <p className="composer-hint">
        {completion.usage ??
          `Enter sends · Shift + Enter begins a new line${offered.length > 0 ? " · / lists commands" : ""}`}
      </p>
    </div>
  );
}
