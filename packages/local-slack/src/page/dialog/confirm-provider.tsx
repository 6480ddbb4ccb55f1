import { type ReactNode, useCallback, useId, useState } from "react";
import type { ConfirmData } from "../blocks/block-kit.ts";
import { Text } from "../blocks/text.tsx";
import { type AskConfirmation, ConfirmContext } from "./confirm-context.ts";
import { Dialog } from "./dialog.tsx";

interface Question {
  confirm: ConfirmData;
  answer: (yes: boolean) => void;
}

/** Shows the confirm dialogs of the elements below it. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback<AskConfirmation>((confirm) => {
    if (!confirm) return Promise.resolve(true);
    return new Promise((answer) => setQuestion({ confirm, answer }));
  }, []);
  const answer = (yes: boolean) => {
    setQuestion(null);
    question?.answer(yes);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {question && <ConfirmDialog confirm={question.confirm} onAnswer={answer} />}
    </ConfirmContext>
  );
}

function ConfirmDialog({ confirm, onAnswer }: { confirm: ConfirmData; onAnswer: (yes: boolean) => void }) {
  const titleId = useId();
  const style = confirm.style === "danger" ? "danger" : "primary";
  return (
    <Dialog titleId={titleId} role="alertdialog" className="confirm" onEscape={() => onAnswer(false)}>
      <h2 id={titleId} className="confirm-title">
        <Text text={confirm.title} />
      </h2>
      <div className="confirm-text">
        <Text text={confirm.text} />
      </div>
      <footer className="dialog-footer">
        <button type="button" className="button button-plain" onClick={() => onAnswer(false)}>
          <Text text={confirm.deny} />
        </button>
        <button
          type="button"
          data-first-focus
          className={`button button-${style}`}
          onClick={() => onAnswer(true)}
        >
          <Text text={confirm.confirm} />
        </button>
      </footer>
    </Dialog>
  );
}
