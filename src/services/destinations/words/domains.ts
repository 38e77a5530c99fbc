import type { Facts } from './facts.ts'
import { plain, timeInWords } from './plain.ts'
import { changeInShort, changeInWords } from './record-change.ts'
import type { Said } from './words.ts'

/** A domain that is verified, or is no more. */
export function sayDomain(facts: Facts, type: string): Said {
  const domain = facts.text('domain') ?? 'a domain'
  const base = { about: domain, label: 'Open the domain' }
  if (type === 'domain.verified') {
    return {
      ...base,
      title: `Verified: ${domain}`,
      lines: [`The TXT record that proves ${domain} was found. It is looked for daily.`],
      severity: 'good',
      course: 'ends',
    }
  }
  return {
    ...base,
    title: `No longer verified: ${domain}`,
    lines: [
      `The TXT record that proves ${domain} was not found on three days.`,
      'Its DMARC reports are not taken until the record is published again. The page of the domain shows it.',
    ],
    severity: 'warning',
    course: 'begins',
  }
}

const MOST_CHANGES = 8
const ROTATED = 'Mail services often rotate DKIM keys on their own.'

/** Records that say something else than before. */
export function sayRecords(facts: Facts): Said {
  const domain = facts.text('domain') ?? 'a domain'
  const monitor = facts.text('monitor_name', 80)
  const changes = facts.list('changes')
  const shown = changes.slice(0, MOST_CHANGES)
  const beside = changes.length - shown.length + (facts.number('more_changes') ?? 0)
  return {
    about: `records ${domain}`,
    title: `${recordsHeadline(changes, beside)}: ${domain}`,
    lines: [
      ...shown.flatMap((change) => changeInWords(change).map((line) => plain(line, 600))),
      ...(beside > 0 ? [`And ${beside} more.`] : []),
      ...whenOf(shown[0]),
      ...(monitor === undefined ? [] : [`It is the domain of the last sender to the monitor ${monitor}.`]),
      ...(shown.length > 0 && shown.every((change) => change.text('record') === 'dkim') ? [ROTATED] : []),
      'If nobody on your side planned this, find out who made the change.',
    ],
    label: 'Compare the records',
    severity: 'warning',
    course: 'moment',
  }
}

/** SPF record gone; 3 DNS records changed. */
function recordsHeadline(changes: readonly Facts[], beside: number): string {
  const [first] = changes
  const count = Math.min(changes.length, MOST_CHANGES) + beside
  return first && count === 1
    ? changeInShort(first)
    : count > 1
      ? `${count} DNS records changed`
      : 'DNS changed'
}

function whenOf(change: Facts | undefined): string[] {
  const [at, before] = [change?.time('at'), change?.time('last_seen_at')]
  if (!at) return []
  return [
    before
      ? `It changed between ${timeInWords(before)} and ${timeInWords(at)}.`
      : `It was seen on ${timeInWords(at)}.`,
  ]
}
