import { detailOf } from '../../core/check.ts'
import { evidenceTitle } from '../check-names.ts'
import type { ShownCheck } from '../view.ts'

/** Keys with a place of their own in the check. */
const SHOWN_ELSEWHERE = new Set([
  'summary',
  'advice',
  'refinement',
  'reference',
  'findings',
  'fix',
  'gain',
  'records_before',
  'records_after',
  'required_not_met',
])

type Entry = [key: string, value: string]

export function evidenceOf(check: ShownCheck): Entry[] {
  return Object.entries(detailOf(check)).filter(([key, value]) => !SHOWN_ELSEWHERE.has(key) && value !== '')
}

/** What a list that vouches for addresses says stands apart from what blocklists say. */
const WELCOME = 'welcome list, '

/** What was looked at and what it answered. */
export function Evidence({ check }: { check: ShownCheck }) {
  const all = evidenceOf(check)
  const welcome = all.filter(([, value]) => value.startsWith(WELCOME))
  const others = all.filter((entry) => !welcome.includes(entry))
  return (
    <>
      <Entries entries={others} />
      {welcome.length > 0 && (
        <>
          <p class="label">Lists that vouch for addresses</p>
          <Entries entries={welcome.map(([key, value]) => [key, value.slice(WELCOME.length)])} />
        </>
      )}
    </>
  )
}

/** The message's own words that a check is about: only people of its account get them. */
export function Quotes({ check: { quotes = {} } }: { check: ShownCheck }) {
  const entries = Object.entries(quotes).filter(([, value]) => value !== '')
  if (entries.length === 0) return null
  return (
    <div class="seen">
      <p class="label">Quoted from the message, not on the shared page</p>
      <Entries entries={entries} />
    </div>
  )
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl class="evidence">
      {entries.map(([key, value]) => (
        <div key={key}>
          <dt>{evidenceTitle(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
