/** Addresses in the cloud's console, as templates; each is there only where one is configured. */
interface ConsoleTemplates {
  /** With `{serviceId}` in it. */
  consoleServiceUrl?: string | undefined;
  /** Perhaps with `{day}` (YYYY-MM-DD) in it. */
  consoleCostsUrl?: string | undefined;
}

/** Links into the cloud's console; undefined where none is configured. */
export interface ConsoleLinks {
  service(serviceId: string): string | undefined;
  /** The costs of a UTC day, YYYY-MM-DD. */
  day(day: string): string | undefined;
}

/** Makes links of templates; what is filled in is encoded, so that it stays one part of the address. */
export function consoleLinks({ consoleServiceUrl, consoleCostsUrl }: ConsoleTemplates): ConsoleLinks {
  return {
    service: (serviceId) => consoleServiceUrl?.replaceAll("{serviceId}", encodeURIComponent(serviceId)),
    day: (day) => consoleCostsUrl?.replaceAll("{day}", encodeURIComponent(day)),
  };
}
