import { plain } from './plain.ts'

/** Facts out of a payload. Texts are made plain; what is not there, or is something else, is absent. */
export interface Facts {
  text(name: string, most?: number): string | undefined
  number(name: string): number | undefined
  is(name: string): boolean
  time(name: string): Date | undefined
  /** An empty one where there is none. */
  of(name: string): Facts
  list(name: string): Facts[]
  /** As they are: whoever takes them makes them plain. */
  texts(name: string): string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads an object of JSON. */
export function factsOf(data: unknown): Facts {
  const fields: Readonly<Record<string, unknown>> =
    typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : {}
  const listOf = (name: string): unknown[] => {
    const value = fields[name]
    return Array.isArray(value) ? value : []
  }
  return {
    text(name, most) {
      const value = fields[name]
      const text = isText(value) ? plain(value, most) : ''
      return text === '' ? undefined : text
    },
    number(name) {
      const value = fields[name]
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    },
    is: (name) => fields[name] === true,
    time(name) {
      const value = fields[name]
      const at = isText(value) ? new Date(value) : undefined
      return at && !Number.isNaN(at.getTime()) ? at : undefined
    },
    of: (name) => factsOf(fields[name]),
    list: (name) => listOf(name).map(factsOf),
    texts: (name) => listOf(name).filter(isText),
  }
}
