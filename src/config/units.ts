const SIZES: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1024,
  kib: 1024,
  mb: 1024 ** 2,
  mib: 1024 ** 2,
  gb: 1024 ** 3,
  gib: 1024 ** 3,
  tb: 1024 ** 4,
  tib: 1024 ** 4,
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const DURATIONS: Readonly<Record<string, number>> = {
  ms: 1,
  ...alike(SECOND, 's', 'sec', 'second', 'seconds'),
  ...alike(MINUTE, 'm', 'min', 'minute', 'minutes'),
  ...alike(HOUR, 'h', 'hour', 'hours'),
  ...alike(DAY, 'd', 'day', 'days'),
  ...alike(7 * DAY, 'w', 'week', 'weeks'),
}

function alike(value: number, ...names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, value]))
}

/** Bytes of "25MB" or "1.5 GiB": units are powers of 1024. Undefined when it is no size. */
export function parseSize(text: string): number | undefined {
  return measured(text, SIZES)
}

/** The shortest way to write so many bytes that reads as exactly as many. */
export function formatSize(bytes: number): string {
  const units = ['TB', 'GB', 'MB', 'KB']
  const unit = units.find(
    (name) => bytes >= (SIZES[name.toLowerCase()] ?? 0) && parseSize(in3(bytes, name)) === bytes,
  )
  return unit === undefined ? `${bytes}B` : in3(bytes, unit)
}

const in3 = (bytes: number, unit: string) =>
  `${Number((bytes / (SIZES[unit.toLowerCase()] ?? 1)).toFixed(3))}${unit}`

/** Milliseconds of "15s" or "30 days". Undefined when it is no duration. */
export function parseDuration(text: string): number | undefined {
  return measured(text, DURATIONS)
}

function measured(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const parts = /^(\d{1,15}(?:\.\d{1,3})?) ?([A-Za-z]{1,7})$/.exec(text.trim())
  const unit = parts?.[2]?.toLowerCase() ?? ''
  if (!parts || !Object.hasOwn(units, unit)) return undefined
  const value = Number(parts[1]) * (units[unit] ?? 0)
  return Number.isSafeInteger(Math.round(value)) ? Math.round(value) : undefined
}
