import type { ParsedMessage } from '../message.ts'

/** The first of these fields that is there; a trailing `*` in a name is any rest. */
export function hasAny(message: ParsedMessage, names: readonly string[]): boolean {
  return names.some((name) =>
    name.endsWith('*')
      ? message.headers.some(({ key }) => key.startsWith(name.slice(0, -1)))
      : message.first(name) !== undefined,
  )
}

/** The value of the first field of that name, trimmed, in lower case; '' without one. */
export function firstValue(message: ParsedMessage, key: string): string {
  return message.first(key)?.value.trim().toLowerCase() ?? ''
}

/** What the message says it was written with. */
export function mailerOf(message: ParsedMessage): string {
  return `${firstValue(message, 'x-mailer')} ${firstValue(message, 'user-agent')}`.slice(0, 500)
}
