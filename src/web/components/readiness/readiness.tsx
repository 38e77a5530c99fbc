import { dateOfDay } from '../../../services/aggregates/window.ts'
import type { Readiness, ScopeReadiness } from '../../../services/answers/ready.ts'
import type { DmarcPlace } from '../../pages/dmarc/asked.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { windowWords } from '../chart/slots.ts'
import { Said } from '../dmarc/outcome.tsx'
import { Section } from '../frame/area.tsx'
import { isThere, Ladder, nextOf } from './ladder.tsx'
import { NextRecord } from './next-record.tsx'
import { Obstacles } from './obstacles.tsx'
import { OtherScopes } from './scopes.tsx'
import { Simulated } from './simulated.tsx'

interface ReadinessProps {
  place: DmarcPlace
  readiness: Readiness
}

const LONGEST = 400

/** Whether the domain may have a stricter policy, what stands against it, and the record to publish next. */
export function ReadinessParts({ place, readiness }: ReadinessProps) {
  const main = readiness.scopes.find(({ scope }) => scope === 'p')
  if (!main) return null
  const simulation = simulationOf(main)
  const { enough } = readiness.data
  const isInForce = simulation !== undefined && simulation.policy === main.applied
  return (
    <>
      <Section id="policy" title={questionOf(main)}>
        <Counted readiness={readiness} />
        {!enough && <TooLittle readiness={readiness} />}
        <Ladder scope={main} isThere={isThere(readiness)} />
        <Obstacles place={place} readiness={readiness} scope={main} />
        <Notes notes={[...readiness.notes, ...notesOf(main)]} />
      </Section>
      {enough && simulation && (
        <Section
          id="simulated"
          title={
            isInForce
              ? `What p=${simulation.policy} affects`
              : `If p=${simulation.policy} had held these 30 days`
          }
        >
          <Simulated
            {...{ place, readiness, simulation, isInForce }}
            isReady={main.verdicts.some(
              ({ policy, ready }) => policy === simulation.policy && ready === 'yes',
            )}
          />
        </Section>
      )}
      <NextRecord place={place} readiness={readiness} scope={main} />
      <OtherScopes place={place} readiness={readiness} main={main} />
    </>
  )
}

function questionOf(main: ScopeReadiness): string {
  switch (main.applied) {
    case 'reject':
      return 'Is p=reject right for this domain?'
    case 'quarantine':
      return 'Is it ready for p=reject?'
    case 'none':
      return 'Is it ready for p=quarantine and p=reject?'
    default:
      return 'Is it ready for a stricter policy?'
  }
}

/** Of the next policy; of the strictest where there is none. */
function simulationOf(main: ScopeReadiness) {
  const next = nextOf(main) ?? (main.applied === 'reject' ? 'reject' : 'quarantine')
  return main.verdicts.find(({ policy }) => policy === next)?.simulation
}

/** Which days and which reports are gone by. */
function Counted({ readiness: { window, basis, data } }: Pick<ReadinessProps, 'readiness'>) {
  const span = windowWords({ since: dateOfDay(window.from), until: dateOfDay(window.to) })
  return (
    <p class="quiet">
      Counted from {span}: {amount(data.messages)} {plural(data.messages, 'message')} of {data.days}{' '}
      {plural(data.days, 'day')} with reports, from {data.reporters} {plural(data.reporters, 'reporter')}
      {basis === 'authenticated' ? ', authenticated reports alone' : ', all reports'}. The days that are
      chosen below do not change this.
    </p>
  )
}

/** There is no verdict: what it lacks. */
function TooLittle({ readiness: { data } }: Pick<ReadinessProps, 'readiness'>) {
  return (
    <div class="notice">
      <p>
        <strong>Not enough data for an answer yet.</strong> What is missing:
      </p>
      <ul class="help-list">
        {data.missing.map((says) => (
          <li key={says}>
            <Said text={says} most={LONGEST} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const MOST_NOTES = 12

/** What is to be known of the next policy; of the one in force where there is none. */
const notesOf = (main: ScopeReadiness): string[] =>
  main.verdicts.find(({ policy }) => policy === (nextOf(main) ?? main.applied))?.notes ?? []

function Notes({ notes }: { notes: readonly string[] }) {
  const told = [...new Set(notes)].slice(0, MOST_NOTES)
  if (told.length === 0) return null
  return (
    <div class="obstacles">
      <h3>Worth knowing</h3>
      <ul class="help-list">
        {told.map((says) => (
          <li key={says}>
            <Said text={says} most={LONGEST} />
          </li>
        ))}
      </ul>
    </div>
  )
}
