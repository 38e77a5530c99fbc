const UNITS = ['TB', 'GB', 'MB', 'KB'] as const

/** Bytes for people, in the units of the config: powers of 1024. */
export function sizeInWords(bytes: number): string {
  const index = UNITS.findIndex((_, place) => bytes >= 1024 ** (UNITS.length - place))
  const unit = UNITS[index]
  if (unit === undefined) return `${Math.round(bytes)} B`
  const value = bytes / 1024 ** (UNITS.length - index)
  return `${value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`
}
