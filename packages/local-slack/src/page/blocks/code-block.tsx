import { useEffect, useState } from "react";
import { CheckIcon, CopyIcon } from "../styles/icons.tsx";

const shownMs = 1500;

/** Text as it is, in lines of equal letters, with a button that copies it. */
export function CodeBlock({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <span className="code-block">
      <code className="mrkdwn-fence">{text}</code>
      <button
        type="button"
        className="icon-button code-copy"
        aria-label={copied ? "Copied" : "Copy"}
        onClick={() => void copy()}
      >
        {copied ? <CheckIcon /> : <CopyIcon />}
      </button>
    </span>
  );
}
