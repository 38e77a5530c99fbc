import { parsed } from '../../kinds.ts'
import type { Section } from '../../option.ts'

/** Stands before a slash in what a host holds. */
const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,61}[a-z0-9])?$/

/** The name of a machine as that of a host. */
export function hostNameOf(machine: string): string {
  const name = machine
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/g, '-')
    .slice(0, 63)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  return NAME.test(name) ? name : 'local'
}

export const host = {
  sentence: 'This host, among those that share a PostgreSQL database.',
  options: {
    name: parsed(
      {
        sentence: 'Its name. Each host needs another one.',
        derived: 'the name of this machine',
        example: 'mx1',
      },
      'a name of small letters, digits, dots and hyphens, at most 63 characters',
      (text) => (NAME.test(text) ? text : undefined),
    ),
  },
} as const satisfies Section
