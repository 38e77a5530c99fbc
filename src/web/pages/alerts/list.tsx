import type { ComponentChildren } from 'preact'
import type { DestinationView } from '../../../services/destinations/told.ts'
import { AreaPage } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { plural, took } from '../../wording.ts'
import type { AlertPlace } from './place.ts'
import { DISABLED_WORDS, EVENT_WORDS, KIND_WORDS } from './words.ts'

interface ListProps {
  site: Site
  place: AlertPlace
  destinations: readonly DestinationView[]
  mayChange: boolean
  now: Date
  /** One was deleted. */
  deleted: boolean
  /** The last of these, behind which there are more. */
  next?: string
}

const LEDE = {
  settings:
    'Webhooks and channels that are told when something happens to your mail: a monitor alerts, a DNS record changes, mail of a source stops passing DMARC.',
  admin:
    'Webhooks and channels that are told when something is wrong with this instance: its disk, certificate, backup, resolver or webhooks.',
} as const

/** `/settings/alerts` and `/admin/alerts`: where events are sent. */
export function AlertListDocument(props: ListProps) {
  const { site, place, destinations, mayChange, now, deleted, next } = props
  const add = mayChange && (
    <p>
      <a class="button" href={place.links.new}>
        Add a webhook or channel
      </a>
    </p>
  )
  return (
    <AreaPage site={site} area={place.area} title="Alerts" lede={LEDE[place.area]}>
      {deleted && <Notice kind="done">The webhook or channel is deleted, with its deliveries.</Notice>}
      {destinations.length > 0 && add}
      {destinations.length === 0 ? (
        <Empty title="No webhooks or channels yet">
          <p>
            A webhook tells a program, a channel tells people: by e-mail, or in Slack, Discord, Microsoft
            Teams or ntfy.
          </p>
          {add}
        </Empty>
      ) : (
        <ul class="plain cards">
          {destinations.map((one) => (
            <Card key={one.id} one={one} place={place} now={now} />
          ))}
        </ul>
      )}
      {next !== undefined && (
        <nav aria-label="Pages">
          <a class="button button-quiet" href={place.links.after(next)} rel="next">
            More
          </a>
        </nav>
      )}
    </AreaPage>
  )
}

function Card({ one, place, now }: { one: DestinationView; place: AlertPlace; now: Date }) {
  return (
    <li class="card">
      <div class="card-head">
        <h2>
          <a href={place.links.one(one.id)}>{one.name}</a>
        </h2>
        <DestinationState one={one} />
      </div>
      <DestinationFacts one={one} now={now} />
    </li>
  )
}

/** Whether it works, in a word. */
export function DestinationState({ one: { disabled, failingSince } }: { one: DestinationView }) {
  if (disabled?.reason === 'person') return <span class="badge">Turned off</span>
  if (disabled) return <span class="badge badge-poor">Off by itself</span>
  if (failingSince) return <span class="badge badge-fair">Failing</span>
  return <span class="badge badge-good">On</span>
}

interface FactsProps {
  one: DestinationView
  now: Date
  /** Every event by its name. */
  whole?: boolean
}

/** What is known of it but its secrets. */
export function DestinationFacts({ one, now, whole = false }: FactsProps) {
  const { kind, shown, filter, createdAt } = one
  return (
    <Facts
      facts={[
        ['Kind', KIND_WORDS[kind].name],
        [kind === 'email' ? 'To' : 'Address', <code key="shown">{shown}</code>],
        ['Events', <ToldOf key="told" filter={filter} whole={whole} />],
        ...lastingFacts(one, now),
        ['Added', <Ago key="added" at={createdAt} now={now} />],
      ]}
    />
  )
}

/** What holds for a while. */
function lastingFacts(one: DestinationView, now: Date) {
  const { disabled, failingSince, earlierSecretUntil } = one
  const facts: [name: string, value: ComponentChildren][] = []
  if (disabled) {
    facts.push([
      'Off',
      <>
        {DISABLED_WORDS[disabled.reason]} (<Ago at={disabled.at} now={now} />)
      </>,
    ])
  } else if (failingSince) {
    const seconds = Math.max(1, (now.getTime() - failingSince.getTime()) / 1000)
    facts.push(['Failing', `Nothing was taken for ${took(seconds)}. After five days it is turned off.`])
  }
  if (earlierSecretUntil && earlierSecretUntil > now) {
    facts.push([
      'Earlier secret',
      <>
        Requests are signed with it, too. It ends <Ago at={earlierSecretUntil} now={now} />
      </>,
    ])
  }
  return facts
}

/** Names of events are folded into a count where there are many. */
const MOST_NAMES = 3

function ToldOf({
  filter: { types, monitorIds, domainIds },
  whole,
}: Pick<DestinationView, 'filter'> & { whole: boolean }) {
  const names = types.map((type) => EVENT_WORDS[type])
  const shown =
    types.length > MOST_NAMES && !whole ? `${types.length} kinds of events` : names.join(whole ? '\n' : '; ')
  const only = [
    monitorIds && `${monitorIds.length} ${plural(monitorIds.length, 'monitor')}`,
    domainIds && `${domainIds.length} ${plural(domainIds.length, 'domain')}`,
  ].filter(Boolean)
  return (
    <>
      {shown}
      {only.length > 0 && `${whole ? '\n' : ', '}of ${only.join(' and ')} alone`}
    </>
  )
}
