import { percentUp } from '../../../core/aggregate/share.ts'
import type { Affected, Readiness, Simulation } from '../../../services/answers/ready.ts'
import { type DmarcPlace, withQuery } from '../../pages/dmarc/asked.ts'
import { amount } from '../../words/amounts.ts'
import { POLICY_WORDS } from '../../words/readiness.ts'
import { STANDING_WORDS } from '../../words/standings.ts'
import { Theirs } from '../dmarc/outcome.tsx'
import { Table } from '../shown/table.tsx'
import { countedIn, sourceHref } from './ladder.tsx'

interface SimulatedProps {
  place: DmarcPlace
  readiness: Readiness
  simulation: Simulation
  /** The policy is ready. */
  isReady: boolean
  /** The policy is the one that applies by now. */
  isInForce: boolean
}

/** Kinds of mail that fails, and what to make of each. */
const KINDS = [
  ['refusedOwn', 'Your own mail', 'It should pass: repair its sources first.'],
  [
    'refusedForwarded',
    'Forwarded, or by mailing lists',
    'It failed on the way, and no record of yours can change that. Many receivers let it through all the same.',
  ],
  ['refusedUnknown', 'From sources nobody decided about', 'Say whether each is yours.'],
  ['refusedAbuse', 'Most likely abuse', 'It is what the policy is for.'],
] as const

/** Of own mail that fails, where the policy is ready all the same. */
const FEW = 'So little that it is no obstacle.'

const MOST_SOURCES = 8

/** One policy over the window, as if every receiver had applied it: what it would have affected, by kind and by source. */
export function Simulated({ place, readiness, simulation, isReady, isInForce }: SimulatedProps) {
  const { messages, bySource, policy } = simulation
  const hit = KINDS.reduce((sum, [kind]) => sum + simulation[kind], 0)
  const { done } = POLICY_WORDS[policy]
  const failing = withQuery(place.site.href.domainDmarcSources(place.domain.id), {
    ...countedIn(readiness),
    result: 'fail',
  })
  const from = place.domain.domain
  if (hit === 0) return <p>No message from {from} failed: the policy would have affected none.</p>
  return (
    <>
      <p>
        <strong>{amount(hit)}</strong> of {amount(messages)} messages from {from} failed (
        {percentUp(hit, messages)}) and {isInForce ? 'are' : 'would have been'} {done}{' '}
        {isInForce ? 'by receivers that apply the policy.' : 'if every receiver had applied the policy.'}
      </p>
      <Table
        caption={`What p=${policy} ${isInForce ? 'affects' : 'would have affected'}`}
        columns={[
          { words: 'Mail that fails' },
          { words: 'What to make of it' },
          { words: 'Messages', number: true },
        ]}
        rows={KINDS.filter(([kind]) => simulation[kind] > 0 || kind === 'refusedOwn').map(
          ([kind, words, means]) => ({
            key: kind,
            cells: [
              words,
              <span key="means" class="quiet">
                {simulation[kind] === 0
                  ? 'None of it failed.'
                  : kind === 'refusedOwn' && isReady
                    ? FEW
                    : means}
              </span>,
              <span key="messages" class="whole">
                {amount(simulation[kind])}{' '}
                <span class="quiet">({percentUp(simulation[kind], messages)})</span>
              </span>,
            ],
          }),
        )}
      />
      {bySource.length > 0 && <BySource {...{ place, readiness, isInForce, done }} sources={bySource} />}
      <p>
        <a href={failing}>All sources with mail that fails</a>
      </p>
    </>
  )
}

interface BySourceProps {
  isInForce: boolean
  place: DmarcPlace
  readiness: Readiness
  sources: readonly Affected[]
  done: string
}

function BySource({ place, readiness, sources, isInForce, done }: BySourceProps) {
  return (
    <Table
      caption={`What it ${isInForce ? 'affects' : 'would have affected'}, by source`}
      columns={[{ words: 'Source' }, { words: 'What it is' }, { words: 'Messages', number: true }]}
      rows={sources.slice(0, MOST_SOURCES).map((one) => ({
        key: `${one.domain ?? ''} ${one.key}`,
        cells: [
          <Source key="source" place={place} readiness={readiness} one={one} done={done} />,
          STANDING_WORDS[one.standing].words,
          amount(one.messages),
        ],
      }))}
    />
  )
}

/** One of another domain has its page there. */
function Source({
  place,
  readiness,
  one,
  done,
}: Omit<BySourceProps, 'sources' | 'isInForce'> & { one: Affected }) {
  const { key, name, domain } = one
  if (domain !== undefined) {
    return (
      <>
        <Theirs text={name} />
        <span class="detail quiet">in the name of {domain}</span>
      </>
    )
  }
  return (
    <a href={sourceHref(place, readiness, key)} title={`Mail that would have been ${done}`}>
      <Theirs text={name} />
    </a>
  )
}
