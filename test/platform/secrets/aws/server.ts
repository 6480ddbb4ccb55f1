import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listening } from "../../../support/listening.ts";

/** The calls of AWS Secrets Manager that the product makes, over HTTP. */
export interface AwsServer {
  url: string;
  /** The secrets, by name; null is a secret of bytes. */
  kept: Map<string, string | null>;
  /** The calls that came, such as `GetSecretValue`. */
  calls: string[];
  /** Answers everything while it is set. Null gives no answer. */
  instead: { status: number; __type: string; message: string } | null | undefined;
  close(): Promise<void>;
}

const Call = z.object({
  SecretId: z.string().optional(),
  Name: z.string().optional(),
  SecretString: z.string().optional(),
});

export async function startAwsServer(): Promise<AwsServer> {
  const server = createServer((request, response) => void answer(request, response));
  const aws: AwsServer = { ...(await listening(server)), kept: new Map(), calls: [], instead: undefined };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = String(request.headers["x-amz-target"]).replace("secretsmanager.", "");
    const input = Call.parse(JSON.parse(await text(request)));
    aws.calls.push(call);
    if (aws.instead === null) return;
    const { status, ...said } = aws.instead ?? respond(aws, call, input);
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(said));
  }
  return aws;
}

function respond(
  { kept }: AwsServer,
  call: string,
  { SecretId, Name, SecretString = "" }: z.output<typeof Call>,
) {
  const name = SecretId ?? Name ?? "";
  if (call === "CreateSecret") {
    if (kept.has(name)) return { status: 400, __type: "ResourceExistsException", message: "" };
    kept.set(name, SecretString);
    return { status: 200, Name: name };
  }
  const known = kept.get(name);
  if (call === "DeleteSecret") {
    kept.delete(name);
    return { status: 200, Name: name };
  }
  if (known === undefined) return { status: 400, __type: "ResourceNotFoundException", message: "" };
  if (call === "GetSecretValue") {
    return {
      status: 200,
      Name: name,
      ...(known === null ? { SecretBinary: "AAAA" } : { SecretString: known }),
    };
  }
  kept.set(name, SecretString);
  return { status: 200, Name: name };
}
