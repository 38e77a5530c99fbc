import type { SourceName } from '../../../../aggregates.ts'
import { type Prepared, rowsOf } from './statements.ts'

/** An address and whose it is. */
export interface KnownIp extends SourceName {
  ip: string
}

export type NameRow = [
  reverseDns: string | null,
  basis: string | null,
  name: string | null,
  domain: string | null,
  type: string | null,
]

/** Columns of a `NameRow`, of dmarc_ips AS i and dmarc_organizations AS o. */
export const NAMED = 'i.reverse_dns, i.basis, o.name, o.domain, o.type'

export function nameOf([reverseDns, basis, name, domain, type]: NameRow): SourceName {
  return {
    ...(reverseDns !== null && { reverseDns }),
    ...(name !== null && {
      organization: {
        name,
        ...(domain !== null && { domain }),
        ...(type !== null && { type }),
        ...(basis !== null && { basis }),
      },
    }),
  }
}

/** Addresses by number. */
export function ipsOf(prepared: Prepared, nos: readonly number[]): Map<number, KnownIp> {
  const statement = prepared(`
    SELECT i.no, i.ip, ${NAMED}
    FROM json_each(?) AS w CROSS JOIN dmarc_ips AS i ON i.no = w.value
    LEFT JOIN dmarc_organizations AS o ON o.no = i.organization`)
  const rows = rowsOf<[number, string, ...NameRow]>(statement, JSON.stringify(nos))
  return new Map(rows.map(([no, ip, ...name]) => [no, { ip, ...nameOf(name) }]))
}

const TEXTS = {
  texts: 'SELECT t.no, t.text FROM json_each(?) AS w CROSS JOIN dmarc_texts AS t ON t.no = w.value',
  ips: 'SELECT t.no, t.ip FROM json_each(?) AS w CROSS JOIN dmarc_ips AS t ON t.no = w.value',
  organizations:
    'SELECT t.no, t.name FROM json_each(?) AS w CROSS JOIN dmarc_organizations AS t ON t.no = w.value',
}

/** Names by number. */
export function textsOf(
  prepared: Prepared,
  of: keyof typeof TEXTS,
  nos: readonly number[],
): Map<number, string> {
  return new Map(rowsOf<[number, string]>(prepared(TEXTS[of]), JSON.stringify(nos)))
}

/** The names of reporters as they write them. */
export function reportersOf(prepared: Prepared, domain: number, nos: readonly number[]): Map<number, string> {
  const statement = prepared(`
    SELECT r.reporter, t.text FROM json_each(?) AS w
    CROSS JOIN dmarc_reporters AS r ON r.domain = ? AND r.reporter = w.value
    CROSS JOIN dmarc_texts AS t ON t.no = r.name`)
  return new Map(rowsOf<[number, string]>(statement, JSON.stringify(nos), domain))
}

/** The names of groups of organizations: those below 0 are addresses. */
export function organizationsOf(prepared: Prepared, keys: readonly number[]): Map<number, string> {
  const ips = textsOf(
    prepared,
    'ips',
    keys.filter((key) => key < 0).map((key) => -key),
  )
  const names = textsOf(
    prepared,
    'organizations',
    keys.filter((key) => key >= 0),
  )
  for (const [no, ip] of ips) names.set(-no, ip)
  return names
}
