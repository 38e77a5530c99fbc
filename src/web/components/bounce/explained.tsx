import type { ExplainedBounce } from '../../../core/bounce.ts'
import {
  NO_RULE,
  namedIn,
  SECONDARY,
  standingOf,
  type ToldFailure,
  titleOf,
  toldFailures,
  whoseOf,
} from '../../../services/bounces/told.ts'
import { itemsOf } from '../../advice.ts'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
import { oneLine } from '../../words/one-line.ts'
import { publishedLines } from '../../words/published.ts'
import { Advice } from '../advice.tsx'
import { Reference } from '../reference.tsx'
import { Facts } from '../shown/facts.tsx'
import { ShownByChecks } from './shown-by-checks.tsx'

/** Different answers of one bounce that a page shows, and recipients of each. */
const MOST_ANSWERS = 12
const MOST_RECIPIENTS = 10
const LONGEST_NAME = 200

interface ExplainedProps {
  site: Site
  bounce: ExplainedBounce
  /** The heading of an answer. Absent: the page has the only one as its own. */
  heading?: 'h2' | 'h3'
}

/** What each answer means and what to do. Texts of the bounce stand there as they were written: nothing in them is a link. */
export function Explained({ site, bounce, heading }: ExplainedProps) {
  const told = toldFailures(bounce)
  const left = told.slice(MOST_ANSWERS).reduce((sum, { count }) => sum + count, 0) + (bounce.more ?? 0)
  return (
    <div class="stack bounce">
      {told.slice(0, MOST_ANSWERS).map((failure, at) => (
        <Failure key={at} site={site} failure={failure} from={bounce.original?.from} heading={heading} />
      ))}
      {left > 0 && (
        <p class="quiet">
          {left} more {plural(left, 'recipient')} of this bounce {left === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      <AboutBounce bounce={bounce} />
    </div>
  )
}

interface FailureProps {
  site: Site
  failure: ToldFailure
  from: string | undefined
  heading: ExplainedProps['heading']
}

function Failure({ site, failure, from, heading: Heading }: FailureProps) {
  const { meaning, advice, rule, recipients, count, checks } = failure
  const whose = whoseOf(failure)
  const { grade, words, says } = standingOf(failure)
  return (
    <article class="card">
      <p class="card-head">
        <span>
          <span class={`badge badge-${grade}`}>{words}</span>
        </span>
        {whose !== undefined && <span class="quiet">{whose}</span>}
      </p>
      {Heading && <Heading>{titleOf(failure)}</Heading>}
      <p>{meaning}</p>
      {advice.length > 0 && (
        <div>
          <p class="label">What to do</p>
          <Advice items={itemsOf(advice.map((one) => ({ advice: one, offered: [] })))} />
        </div>
      )}
      <p class="quiet">{says}</p>
      <ShownByChecks site={site} names={checks} from={from} />
      <Answer failure={failure} />
      <Recipients recipients={recipients} count={count} />
      <p class="sources">
        {rule ? (
          <>
            <Reference reference={rule.source} /> <span>{rule.date}</span>
            {rule.secondary && <span>({SECONDARY})</span>}
          </>
        ) : (
          <span>{NO_RULE}</span>
        )}
      </p>
    </article>
  )
}

function Answer({ failure: { reply, remote } }: { failure: ToldFailure }) {
  if (reply.text === '') return null
  return (
    <div>
      <p class="label">
        {remote === undefined ? (
          'What was answered'
        ) : (
          <>
            What <bdi>{oneLine(remote, LONGEST_NAME)}</bdi> answered
          </>
        )}
      </p>
      <p class="answer">
        <bdi>{publishedLines(reply.text)}</bdi>
      </p>
    </div>
  )
}

function Recipients({ recipients, count }: Pick<ToldFailure, 'recipients' | 'count'>) {
  if (recipients.length === 0) return null
  const shown = recipients.slice(0, MOST_RECIPIENTS)
  return (
    <p class="quiet">
      {plural(count, 'Recipient')}:{' '}
      {shown.map((recipient, at) => (
        <span key={at}>
          {at > 0 && ', '}
          <bdi>{oneLine(recipient, LONGEST_NAME)}</bdi>
        </span>
      ))}
      {count > shown.length && ` and ${count - shown.length} more`}
    </p>
  )
}

/** Who wrote it, and about which message. */
function AboutBounce({ bounce }: { bounce: ExplainedBounce }) {
  const facts = namedIn(bounce).map(
    ([name, text]) => [name, <bdi key={name}>{oneLine(text, LONGEST_NAME)}</bdi>] as const,
  )
  return facts.length > 0 ? <Facts facts={facts} /> : null
}
