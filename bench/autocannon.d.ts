/** The part of autocannon that we use. The package has no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Request {
    headers?: Record<string, string>;
    body?: string;
  }

  interface Options {
    url: string;
    method: "POST";
    requests: { setupRequest: (request: Request) => Request }[];
    connections: number;
    /** Seconds. */
    duration: number;
  }

  interface Summary {
    errors: number;
    non2xx: number;
    /** Seconds. */
    duration: number;
  }

  interface Events {
    response: [client: unknown, statusCode: number, bytes: number, responseTimeMs: number];
    done: [summary: Summary];
  }

  export default function autocannon(options: Options): EventEmitter<Events>;
}
