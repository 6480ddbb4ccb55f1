import { onTestFinished } from "vitest";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import { type HttpRecorder, startHttpRecorder } from "../support/http-recorder.ts";

/** One request and its response as sent, with names in place of ids. */
export interface OnTheWire {
  request: string;
  authorization: string | undefined;
  contentType: string | undefined;
  body: string;
  status: string;
  answerType: string | undefined;
  answer: string;
}

/** A proxy before a server. It records what passes, with these values as `{name}`. */
export async function wireTo(cloud: ReferenceCloud) {
  const recorder = await startHttpRecorder();
  onTestFinished(() => recorder.close());
  recorder.leadTo(cloud.url);
  return { url: recorder.url, last: (names: Names) => lastOf(recorder, names) };
}

type Names = Readonly<Record<string, string>>;

function lastOf({ passed }: HttpRecorder, names: Names): OnTheWire {
  const { sent = "", answered = "" } = passed.at(-1) ?? {};
  const asked = parts(named(sent, names));
  const answer = parts(named(answered, names));
  return {
    request: asked.first,
    authorization: asked.headers.get("authorization"),
    contentType: asked.headers.get("content-type"),
    body: asked.body,
    status: answer.first,
    answerType: answer.headers.get("content-type"),
    answer: answer.body,
  };
}

function named(text: string, names: Names): string {
  const known = Object.entries(names).reduce((told, [name, id]) => told.replaceAll(id, `{${name}}`), text);
  return (
    known
      .replaceAll(/"requestId":"[0-9a-f-]{36}"/g, '"requestId":"{requestId}"')
      // Ids that the server has just made.
      .replaceAll(/"[0-9a-f]{24}"/g, '"{new}"')
  );
}

/** A recorded message: a first line, lines with a name or a value in turn, and the body after an empty line. */
function parts(message: string) {
  const end = message.indexOf("\n\n");
  const [first = "", ...lines] = message.slice(0, end).split("\n");
  const pairs = lines.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), lines[index + 1] ?? ""] as const] : [],
  );
  return { first, headers: new Map(pairs), body: message.slice(end + 2) };
}
