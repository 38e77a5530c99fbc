import type { Change } from '../../core/fix.ts'
import { quoteTxt } from '../txt-strings.ts'

type DnsChange = Extract<Change, { kind: 'dns' }>

/** A TXT record to publish in place of those of its name that begin with `replaces`; without it, in place of all. */
export function txtChange(name: string, text: string, replaces?: string): DnsChange {
  return {
    kind: 'dns',
    name,
    type: 'TXT',
    records: [quoteTxt(text)],
    ...(replaces !== undefined && { replaces }),
  }
}

/** The records that changes publish, as they stand in a zone file, one a line: what advice says is what the fix holds. */
export function recordLines(changes: readonly Change[]): string {
  const lines = changes.flatMap((change) =>
    change.kind === 'dns' ? change.records.map((record) => recordLine(change, record)) : [],
  )
  return lines.join('\n')
}

function recordLine({ name, type }: DnsChange, record: string): string {
  return type === 'TXT' ? `${name} TXT ${record}` : `${name}. IN ${type} ${record}`
}
