import { withoutControl } from '../io.ts'

/** The same data with nothing in its texts that a terminal would obey: colours are put on afterwards. */
export function harmless<T>(data: T): T {
  if (typeof data === 'string') return withoutControl(data) as T
  if (Array.isArray(data)) return data.map(harmless) as T
  if (data === null || typeof data !== 'object' || data instanceof Date) return data
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [withoutControl(key), harmless(value)]),
  ) as T
}
