import { toml } from './example.ts'
import type { Setting } from './load.ts'

/** A value as it may be shown: `(set)` in the place of a secret. */
export function masked({ written, secret }: Pick<Setting, 'written' | 'secret'>): unknown {
  if (!secret || typeof written !== 'object' || written === null) return secret ? '(set)' : written
  return Object.fromEntries(Object.keys(written).map((key) => [key, '…']))
}

/** A setting in force as a line of the file says it, and where it came from. Absent `value`: it is not set. */
export function shownSetting(setting: Setting): { name: string; value?: string; from: string } {
  const { name, from, written } = setting
  return { name, from, ...(written !== undefined && { value: toml(masked(setting)) }) }
}
