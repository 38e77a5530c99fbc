import type { DestinationView } from '../../../services/destinations/told.ts'
import { AreaPage } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { plural } from '../../wording.ts'
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
}

const LEDE = {
  settings:
    'Webhooks and channels that are told when something happens to your mail: a monitor alerts, a record changes, a source stops passing.',
  admin:
    'Webhooks and channels that are told when something is wrong with this instance: its disk, certificate, backup, resolver or webhooks.',
} as const

/** `/settings/alerts` and `/admin/alerts`: where events are sent. */
export function AlertListDocument({ site, place, destinations, mayChange, now, deleted }: ListProps) {
  const add = mayChange && (
    <p>
      <a class="button" href={place.links.new}>
        Add a webhook or channel
      </a>
    </p>
  )
  return (
    <AreaPage site={site} area={place.area} title="Alerts" lede={LEDE[place.area]}>
      {deleted && <Notice kind="done">It was deleted, with its deliveries.</Notice>}
      {destinations.length > 0 && add}
      {destinations.length === 0 ? (
        <Empty title="Nobody is told yet">
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

/** What is known of it but its secrets. */
export function DestinationFacts({ one, now }: { one: DestinationView; now: Date }) {
  const { kind, shown, filter, disabled, failingSince, createdAt, earlierSecretUntil } = one
  return (
    <Facts
      facts={[
        ['Kind', KIND_WORDS[kind].name],
        [kind === 'email' ? 'To' : 'Leads to', <code key="shown">{shown}</code>],
        ['Is told', <ToldOf key="told" filter={filter} />],
        ...(disabled
          ? [
              [
                'Off',
                <>
                  <Ago key="off" at={disabled.at} now={now} />. {DISABLED_WORDS[disabled.reason]}
                </>,
              ] as const,
            ]
          : []),
        ...(failingSince && !disabled
          ? [
              [
                'Failing',
                <>
                  Nothing was taken since <Ago key="since" at={failingSince} now={now} />. After five days it
                  is turned off.
                </>,
              ] as const,
            ]
          : []),
        ...(earlierSecretUntil && earlierSecretUntil > now
          ? [
              [
                'Earlier secret',
                <>signs as well, and ends {<Ago key="until" at={earlierSecretUntil} now={now} />}</>,
              ] as const,
            ]
          : []),
        ['Added', <Ago key="added" at={createdAt} now={now} />],
      ]}
    />
  )
}

/** Names of events are folded into a count where there are many. */
const MOST_NAMES = 3

function ToldOf({ filter: { types, monitorIds, domainIds } }: Pick<DestinationView, 'filter'>) {
  const names = types.map((type) => EVENT_WORDS[type])
  const shown = types.length > MOST_NAMES ? `${types.length} kinds of events` : names.join('; ')
  const only = [
    monitorIds && `${monitorIds.length} ${plural(monitorIds.length, 'monitor')}`,
    domainIds && `${domainIds.length} ${plural(domainIds.length, 'domain')}`,
  ].filter(Boolean)
  return (
    <>
      {shown}
      {only.length > 0 && `, of ${only.join(' and ')} alone`}
    </>
  )
}
