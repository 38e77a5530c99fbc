import { keptText } from '../../keeping/kept-text.ts'

/** Texts as they are kept. Values of other kinds stay what they are. */
export function legible(value: unknown): unknown {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? keptText(value) : value
  return Array.isArray(value) ? value.map(legible) : value
}
