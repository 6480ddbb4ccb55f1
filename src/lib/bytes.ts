const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

/** A size in binary units, 1 GiB being 1024 x 1024 x 1024 bytes: "45 GiB", "1.5 MiB", "512 bytes"; one decimal at most. */
export function humanBytes(sizeInBytes: number): string {
  if (sizeInBytes < 1024) return sizeInBytes === 1 ? "1 byte" : `${Math.round(sizeInBytes)} bytes`;
  let size = sizeInBytes / 1024;
  let unit = 0;
  // What would round to 1,024 of a unit is 1 of the next.
  while (toOneDecimal(size) >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${toOneDecimal(size).toLocaleString("en-US")} ${units[unit]}`;
}

function toOneDecimal(size: number): number {
  return Math.round(size * 10) / 10;
}
