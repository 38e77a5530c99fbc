import { dateOfDay } from '../../../../services/aggregates/window.ts'
import type { AnsweredSource } from '../../../../services/answers/answered.ts'
import { longDay } from '../../../components/chart/slots.ts'
import { Said, Theirs } from '../../../components/dmarc/outcome.tsx'
import { Table } from '../../../components/shown/table.tsx'
import { amount, rate, share } from '../../../words/amounts.ts'
import { STANDING_WORDS } from '../../../words/standings.ts'
import { type DmarcPlace, windowOf, withQuery } from '../asked.ts'

interface TableProps {
  place: DmarcPlace
  caption: string
  sources: readonly AnsweredSource[]
  /** Messages of the window. */
  whole: number
  /** What to do is the same for all of them, and was said above. */
  isSaid: boolean
  /** What each is stands beside its name. Absent: the heading says it. */
  withStanding?: boolean
}

/** What is to be done about several sources alike. Undefined: it differs, or it is one. */
export function sameAdvice(sources: readonly AnsweredSource[]): string | undefined {
  const [first, ...others] = sources.map(({ advice }) => advice.says)
  return others.length > 0 && others.every((says) => says === first) ? first : undefined
}

/** Sources, each with what became of its mail and what to do. */
export function AnsweredTable({ place, caption, sources, whole, isSaid, withStanding = false }: TableProps) {
  return (
    <div class="dmarc-sources">
      <Table
        caption={caption}
        columns={[
          { words: 'Source' },
          { words: 'Messages', number: true },
          { words: 'Passed DMARC', number: true },
          { words: 'By DKIM', number: true },
          { words: 'By SPF', number: true },
          { words: 'Last seen', number: true },
        ]}
        rows={sources.map((source) => {
          const { key, messages, pass } = source
          return {
            key,
            cells: [
              <Name key="name" place={place} source={source} isSaid={isSaid} withStanding={withStanding} />,
              <>
                {amount(messages)}
                <span class="detail quiet">{share(messages, whole)} of all</span>
              </>,
              <>
                {amount(pass)}
                <span class="detail quiet">{rate(pass, messages)}</span>
              </>,
              <Part key="dkim" part={source.dkimAligned} whole={messages} />,
              <Part key="spf" part={source.spfAligned} whole={messages} />,
              <span key="seen" class="seen">
                {longDay(dateOfDay(source.lastSeen))}
              </span>,
            ],
          }
        })}
      />
    </div>
  )
}

function Part({ part, whole }: { part: number; whole: number }) {
  return (
    <>
      {amount(part)}
      <span class="detail quiet">{rate(part, whole)}</span>
    </>
  )
}

/** As much advice as a row has room for. */
const LONGEST_ADVICE = 280

/** What to do, by whole sentences where not all of it fits. */
function shortly(says: string): string {
  if (says.length <= LONGEST_ADVICE) return says
  const end = says.slice(0, LONGEST_ADVICE).lastIndexOf('. ')
  return end > 0 ? says.slice(0, end + 1) : says
}

/** By which other domain its mail passed, where nothing else tells who it is. */
function passesAs({ sender, organization, headerFrom, dkimDomains, spfDomains }: AnsweredSource) {
  if (sender || organization) return undefined
  const passed = [...dkimDomains, ...spfDomains].filter((one) => one.passed)
  return passed.find(({ domain }) => !headerFrom.includes(domain))?.domain
}

/** Who it is, and what to do about it. */
function Name({
  place,
  source,
  isSaid,
  withStanding,
}: Pick<TableProps, 'place' | 'isSaid' | 'withStanding'> & { source: AnsweredSource }) {
  const { name, standing, mark, advice } = source
  const as = passesAs(source)
  // Its group has two.
  const isNamed = withStanding || standing === 'mailing_list' || standing === 'forwarded'
  return (
    <>
      <a href={sourceHref(place, source.key)}>
        <Theirs text={name} most={64} />
      </a>
      {isNamed && (
        <span class={`badge ${withStanding ? STANDING_WORDS[standing].badge : ''}`}>
          {STANDING_WORDS[standing].words}
        </span>
      )}
      {mark !== undefined && (
        <span class="badge">{mark === 'mine' ? 'Marked yours' : 'Marked not yours'}</span>
      )}
      {as !== undefined && (
        <span class="detail quiet">
          Authenticated as <Theirs text={as} most={64} />
        </span>
      )}
      {!isSaid && (
        <span class="detail source-todo">
          <Said text={shortly(advice.says)} most={LONGEST_ADVICE} />
        </span>
      )}
    </>
  )
}

/** The page of a source, of the same days. */
export const sourceHref = (
  { site, domain, asked }: Pick<DmarcPlace, 'site' | 'domain' | 'asked'>,
  key: string,
  more: Readonly<Record<string, string>> = {},
): string => withQuery(site.href.domainDmarcSource(domain.id), { ...windowOf(asked), ...more, key })
