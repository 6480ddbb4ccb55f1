/** Templates of addresses in the cloud's console, as far as they are configured. */
interface ConsoleTemplates {
  /** Contains `{serviceId}`. */
  consoleServiceUrl?: string | undefined;
  /** May contain `{day}` (YYYY-MM-DD). */
  consoleCostsUrl?: string | undefined;
}

/** Links into the cloud's console; undefined if none is configured. */
export interface ConsoleLinks {
  service(serviceId: string): string | undefined;
  /** The link to the costs of a UTC day, YYYY-MM-DD. */
  day(day: string): string | undefined;
}

/** Makes links from templates. Values are encoded, so each stays one part of the address. */
export function consoleLinks({ consoleServiceUrl, consoleCostsUrl }: ConsoleTemplates): ConsoleLinks {
  return {
    service: (serviceId) => consoleServiceUrl?.replaceAll("{serviceId}", encodeURIComponent(serviceId)),
    day: (day) => consoleCostsUrl?.replaceAll("{day}", encodeURIComponent(day)),
  };
}
