import { domainToASCII } from 'node:url'
import type { Packing } from '../../../core/kept/packed.ts'
import { unpackSync } from '../../../core/kept/packed.ts'
import type { Connection } from '../connection.ts'
import type { Entry, enteringTests } from './entering.ts'

type Row = [
  message: number,
  status: 'scored' | 'failed' | null,
  score: number | null,
  text: string | null,
  packed: Uint8Array | null,
  packing: Packing | null,
]

/** Enters tests that an earlier version analysed, newest first, at most `limit`; gives how many. */
export function earlierTests(
  { driver }: Pick<Connection, 'driver'>,
  entering: ReturnType<typeof enteringTests>,
) {
  // The conditions are those of the partial index, word for word.
  const left = driver
    .prepare<[number], Row>(
      `SELECT messages.seq, messages.status, messages.score, report, packed, packing
        FROM mail_tests INDEXED BY mail_tests_not_entered
        JOIN messages ON messages.seq = latest_seq LEFT JOIN reports ON message_seq = messages.seq
        WHERE account_id IS NOT NULL AND latest_seq IS NOT NULL AND outcome IS NULL
        ORDER BY mail_tests.seq DESC LIMIT ?`,
    )
    .raw()
  return (limit: number): number => {
    const rows = left.all(limit)
    for (const row of rows) entering.judged(row[0], entryOf(row))
    return rows.length
  }
}

function entryOf([, outcome, score, text, packed, packing]: Row): Entry {
  if (outcome !== 'scored' || text === null || packing === null) {
    // What has no outcome would be met again and again.
    return { outcome: outcome ?? 'failed', score, fromDomain: null }
  }
  const json = packed ? new TextDecoder().decode(unpackSync({ packing, bytes: packed })) : text
  // Nothing is checked: only this store wrote it.
  const { headline }: { headline: { from: string; subject: string } } = JSON.parse(json)
  const { from, subject } = headline
  return { outcome, score, fromDomain: domainOf(from), words: { from, subject } }
}

const AT_END = /@([^\s<>"(),;:@[\]\\]{1,253})>?\s*$/

/** The domain of a shown sender. Earlier versions kept no other. */
function domainOf(from: string): string | null {
  const domain = domainToASCII(AT_END.exec(from)?.[1] ?? '')
  return /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(domain) ? domain : null
}
