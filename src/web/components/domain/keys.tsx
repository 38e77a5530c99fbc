import type { DrawnKey } from '../../../core/domain-health.ts'
import type { SeenSelector } from '../../../services/domains/health/health.ts'
import { published } from '../../words/published.ts'
import { Ago } from '../shown/ago.tsx'
import { Table } from '../shown/table.tsx'

interface KeysProps {
  /** Absent: they were not asked for. */
  keys: readonly DrawnKey[] | undefined
  seen: readonly SeenSelector[]
  now: Date
}

const STATE_WORDS: Readonly<Record<DrawnKey['state'], string>> = {
  usable: 'Usable',
  unusable: 'Not usable',
  revoked: 'Revoked',
  missing: 'No key',
  failed: 'No answer',
}

/** The DKIM keys that are known of a domain: those that tested mail was signed with, and those at common selectors. */
export function Keys({ keys = [], seen, now }: KeysProps) {
  const known = new Map(keys.map((key) => [key.selector, key]))
  const lastSeen = new Map(seen.map(({ selector, lastSeen: at }) => [selector, at]))
  const signed = seen.map(({ selector }) => selector)
  const others = keys.flatMap(({ selector }) => (lastSeen.has(selector) ? [] : [selector]))
  const selectors = [...signed, ...others]
  if (selectors.length === 0)
    return (
      <p>
        No key is known. Selectors are known from signed messages: send one to a test address of this account.
      </p>
    )
  return (
    <Table
      caption="DKIM keys"
      columns={[
        { words: 'Selector' },
        { words: 'Key' },
        { words: 'State' },
        { words: 'Last seen in a test' },
      ]}
      rows={selectors.map((selector) => {
        const key = known.get(selector)
        const at = lastSeen.get(selector)
        return {
          key: selector,
          cells: [
            <code key="selector">{published(selector)}</code>,
            key ? keyWords(key) : '',
            <State key="state" of={key} />,
            at ? <Ago key="seen" at={at} now={now} /> : 'Never',
          ],
        }
      })}
    />
  )
}

function State({ of: key }: { of: DrawnKey | undefined }) {
  if (!key) {
    return (
      <>
        Not looked at yet<span class="detail">Seen since the last look: look at the DNS again.</span>
      </>
    )
  }
  const { state, testing, via } = key
  return (
    <>
      <span class={state === 'usable' ? '' : state === 'unusable' ? 'over' : 'open'}>
        {STATE_WORDS[state]}
      </span>
      {testing && <span class="detail">t=y: receivers may treat its signatures as absent</span>}
      {via !== undefined && <span class="detail">CNAME to {published(via)}</span>}
    </>
  )
}

const TYPES = { rsa: 'RSA', ed25519: 'Ed25519' } as const

function keyWords({ type, bits }: DrawnKey): string {
  if (!type) return ''
  return bits === undefined ? TYPES[type] : `${TYPES[type]}, ${bits} bits`
}
