import type { Outcome } from '../../../core/aggregate/file.ts'
import { keptDayInWords } from '../../../services/telling/days.ts'
import { amount, rate } from '../../words/amounts.ts'
import { inList } from '../../words/dmarc.ts'

/** Text of a stranger among our words: it neither turns them round nor widens the page. */
export function Theirs({ text, most }: { text: string; most?: number }) {
  return <bdi class="theirs">{inList(text, most)}</bdi>
}

/** A day that stands by itself, not as a part of a name. */
const DAY = /(?<![\w.@-])\d{4}-\d{2}-\d{2}(?![\w@-]|\.\w)/g

/** A sentence with names of strangers in it; its days as pages write them. */
export function Said({ text, most }: { text: string; most: number }) {
  return <Theirs text={text.replace(DAY, keptDayInWords)} most={most} />
}

/** How many of some messages passed: 633 (98.9%). */
export function Passed({ pass, messages }: { pass: number; messages: number }) {
  return (
    <>
      {amount(pass)} <span class="quiet">({rate(pass, messages)})</span>
    </>
  )
}

const BADGES: Readonly<Record<Outcome, string>> = {
  stored: 'badge-good',
  duplicate: '',
  conflict: 'badge-fair',
  replaced: '',
  rejected: 'badge-poor',
}

/** What became of a file, in a few words. */
export function OutcomeBadge({ outcome, words }: { outcome: Outcome; words: string }) {
  return <span class={`badge ${BADGES[outcome]}`}>{words}</span>
}

/** Whether one may rely on who sent a report. */
export function TrustBadge({ authenticated }: { authenticated: boolean }) {
  return (
    <span class={`badge ${authenticated ? 'badge-good' : 'badge-fair'}`}>
      {authenticated ? 'Authenticated' : 'Not authenticated'}
    </span>
  )
}
