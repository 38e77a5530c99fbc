import { type TlsAdvice, type TlsFacts, tlsAdvice } from '../../../services/tls-reports/advice.ts'
import type { TlsSummary } from '../../../services/tls-reports/tls-reports.ts'
import { type DmarcPlace, windowOf, withQuery } from '../../pages/dmarc/asked.ts'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { resultWords } from '../../words/tls.ts'
import { Theirs } from '../dmarc/outcome.tsx'
import { Section } from '../frame/area.tsx'

interface FailuresProps {
  place: DmarcPlace
  summary: TlsSummary
  facts: TlsFacts
}

/** Kinds of failure, and hosts of each, that are shown: strangers name both, and the page is to stay below 60 KB. */
const MOST_KINDS = 14
const MOST_HOSTS = 5

/** Why sessions failed, the most frequent first: what each means, where, and what to do. */
export function TlsFailures({ place, summary: { failed, failures, moreFailed }, facts }: FailuresProps) {
  if (failures === 0 && failed.length === 0) return null
  const kinds = [...Map.groupBy(failed, ({ type }) => type)]
    .map(([type, all]) => ({ type, all, sessions: all.reduce((sum, one) => sum + one.sessions, 0) }))
    .toSorted((a, b) => b.sessions - a.sessions)
  const said = new Set<string>()
  const shown = kinds.slice(0, MOST_KINDS).map(({ type, all: where, sessions }) => {
    const hosts = where.map(({ host }) => host)
    const advice = tlsAdvice(type, hosts, facts)
    const isTold = said.has(advice?.now ?? '')
    if (advice?.now !== undefined) said.add(advice.now)
    return { type, where, sessions, advice, isTold }
  })
  const told = failed.reduce((sum, { sessions }) => sum + sessions, 0)
  const more = kinds.slice(MOST_KINDS).flatMap(({ all }) => all).length + moreFailed
  const all = withQuery(place.site.href.domainTlsCsv(place.domain.id), windowOf(place.asked))
  return (
    <Section id="failures" title="Failed sessions, and what to do">
      {kinds.length === 0 && <p>The reports do not say why these sessions failed.</p>}
      <ul class="plain tls-kinds">
        {shown.map(({ type, where, sessions, advice, isTold }) => (
          <li key={type}>
            <h3>
              <Theirs text={resultWords(type).words} />{' '}
              <span class="quiet">
                {amount(sessions)} {plural(sessions, 'session')}
              </span>
            </h3>
            <Hosts where={where} />
            <p>{resultWords(type).means}</p>
            <Deed advice={advice} isTold={isTold} />
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

function Hosts({ where }: { where: readonly { host: string; sessions: number }[] }) {
  const named = where.filter(({ host }) => host !== '').slice(0, MOST_HOSTS)
  const more = where.filter(({ host }) => host !== '').length - named.length
  if (named.length === 0) return <p class="quiet">The reports name no mail server.</p>
  return (
    <ul class="plain tls-hosts">
      {named.map(({ host, sessions }) => (
        <li key={host}>
          <code>
            <Theirs text={host} />
          </code>{' '}
          <span class="quiet">{amount(sessions)}</span>
        </li>
      ))}
      {more > 0 && <li class="quiet">and {amount(more)} more</li>}
    </ul>
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
