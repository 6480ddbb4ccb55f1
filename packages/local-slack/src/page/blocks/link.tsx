import type { ReactNode } from "react";
import { isSafeUrl } from "./mrkdwn/marks.ts";

/** A link that opens in a new tab. An address with an unknown scheme is only text. */
export function Link({ url, children }: { url: string; children: ReactNode }) {
  if (!isSafeUrl(url)) return <span>{children}</span>;
  return (
    <a className="link" href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}
