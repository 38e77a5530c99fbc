import { dateOfDay } from '../../../services/aggregates/window.ts'
import { type TlsAdvice, type TlsFacts, tlsAdvice } from '../../../services/tls-reports/advice.ts'
import { type StandingFailure, standingOf } from '../../../services/tls-reports/over.ts'
import type { TlsSummary } from '../../../services/tls-reports/tls-reports.ts'
import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { resultWords } from '../../words/tls.ts'
import { longDay } from '../chart/slots.ts'
import { Theirs } from '../dmarc/outcome.tsx'
import { Section } from '../frame/area.tsx'

interface FailuresProps {
  place: DmarcPlace
  summary: TlsSummary
  /** What authenticated reports say until today. */
  proved: TlsSummary
  facts: TlsFacts
}

/** Kinds of failure, and hosts of each, that are shown: strangers name both, and the page is to stay below 60 KB. */
const MOST_KINDS = 14
const MOST_HOSTS = 5

/** Why sessions failed: what lasts first, and the most frequent of it: what each means, where, and what to do. What is over is said to be. */
export function TlsFailures({ place, summary, proved, facts }: FailuresProps) {
  const { failures, moreFailed } = summary
  const failed = standingOf(summary, proved)
  if (failures === 0 && failed.length === 0) return null
  const kinds = [...Map.groupBy(failed, ({ type }) => type)]
    .map(([type, all]) => ({
      type,
      all,
      sessions: all.reduce((sum, one) => sum + one.sessions, 0),
      lasting: all.filter(({ over }) => !over),
    }))
    .toSorted(
      (a, b) => Number(b.lasting.length > 0) - Number(a.lasting.length > 0) || b.sessions - a.sessions,
    )
  const said = new Set<string>()
  const shown = kinds.slice(0, MOST_KINDS).map(({ type, all: where, sessions, lasting }) => {
    const hosts = lasting.map(({ host }) => host)
    const advice = lasting.length === 0 ? undefined : tlsAdvice(type, hosts, facts)
    const isTold = said.has(advice?.now ?? '')
    if (advice?.now !== undefined) said.add(advice.now)
    return { type, where, sessions, advice, isTold, isOver: lasting.length === 0 }
  })
  const told = failed.reduce((sum, { sessions }) => sum + sessions, 0)
  const more = kinds.slice(MOST_KINDS).flatMap(({ all }) => all).length + moreFailed
  const all = withQuery(place.site.href.domainTlsCsv(place.domain.id), windowOf(place.asked))
  return (
    <Section id="failures" title="Failed sessions, and what to do">
      {kinds.length === 0 && <p>The reports do not say why these sessions failed.</p>}
      <ul class="plain tls-kinds">
        {shown.map(({ type, where, sessions, advice, isTold, isOver }) => (
          <li key={type}>
            <h3>
              <Theirs text={resultWords(type).words} />{' '}
              <span class="quiet">
                {amount(sessions)} {plural(sessions, 'session')}
              </span>
            </h3>
            <Hosts where={where} isOver={isOver} />
            <p>{resultWords(type).means}</p>
            {isOver ? <Over where={where} /> : <Deed advice={advice} isTold={isTold} />}
          </li>
        ))}
      </ul>
      {(more > 0 || (told > 0 && told < failures)) && (
        <p class="quiet">
          {more > 0 && `And ${amount(more)} more kinds or hosts. `}
          {told > 0 &&
            told < failures &&
            `Of ${amount(failures - told)} failed ${plural(failures - told, 'session')} the reports do not say why. `}
          <a href={all} download>
            The CSV file has all of them
          </a>
        </p>
      )}
    </Section>
  )
}

function Hosts({ where, isOver }: { where: readonly StandingFailure[]; isOver: boolean }) {
  const named = where.filter(({ host }) => host !== '').slice(0, MOST_HOSTS)
  const more = where.filter(({ host }) => host !== '').length - named.length
  if (named.length === 0) return <p class="quiet">The reports name no mail server.</p>
  return (
    <ul class="plain tls-hosts">
      {named.map(({ host, sessions, over, lastDay }) => (
        <li key={host}>
          <code>
            <Theirs text={host} />
          </code>{' '}
          <span class="quiet">
            {amount(sessions)}
            {over && !isOver && `, over since ${longDay(dateOfDay(lastDay))}`}
          </span>
        </li>
      ))}
      {more > 0 && <li class="quiet">and {amount(more)} more</li>}
    </ul>
  )
}

/** Nothing is to be done about what ended. */
function Over({ where }: { where: readonly StandingFailure[] }) {
  const last = where.reduce((one, other) => (other.lastDay > one.lastDay ? other : one))
  const { days = 0, sessions = 0 } = last.over ?? {}
  return (
    <p>
      <strong>Over:</strong> last reported of {longDay(dateOfDay(last.lastDay))}. Authenticated reports about{' '}
      {amount(days)} later {plural(days, 'day')} count {amount(sessions)} {plural(sessions, 'session')}, and
      none that failed so.
    </p>
  )
}

interface DeedProps {
  advice: TlsAdvice | undefined
  /** What is known now stands above already. */
  isTold: boolean
}

function Deed({ advice, isTold }: DeedProps) {
  if (!advice) return null
  return (
    <p>
      <strong>What to do:</strong> {advice.does}
      {advice.now !== undefined && !isTold && <span class="detail quiet">{advice.now}</span>}
    </p>
  )
}
