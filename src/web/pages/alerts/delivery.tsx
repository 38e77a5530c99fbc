import type { Delivery, DeliveryAttempt } from '../../../core/watching/destination.ts'
import type { DestinationView } from '../../../services/destinations/told.ts'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { Facts } from '../../components/shown/facts.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import type { Site } from '../../site.ts'
import { amount } from '../../words/amounts.ts'
import { AttemptTable } from './attempts.tsx'
import { beginningOf, Listing } from './listing.tsx'
import type { AlertPlace } from './place.ts'
import { badgeOf, eventName, OUTCOME_WORDS, STATE_WORDS } from './words.ts'

interface DeliveryProps {
  site: Site
  place: AlertPlace
  one: DestinationView
  delivery: Delivery
  attempts: readonly DeliveryAttempt[]
  mayChange: boolean
  now: Date
  done?: string
}

/** While it waits for its first attempt, which comes at once. */
const LOOK_AGAIN_SECONDS = 2
const SOON_MS = 60_000

/** Attempts that are shown with request and answer, and octets on the page of each part. */
const WHOLE = 2
const REQUEST = 3000
const ANSWER = 6000
const SAYS = 600
const PAYLOAD = 14_000

/** One event for one destination: what was sent, each time, and what came back. */
export function DeliveryDocument({
  site,
  place,
  one,
  delivery,
  attempts,
  mayChange,
  now,
  done,
}: DeliveryProps) {
  const { links } = place
  const { state, messageId, createdAt, dueAt } = delivery
  const isSoon = state === 'due' && attempts.length === 0 && now.getTime() - createdAt.getTime() < SOON_MS
  const { words, level, means } = STATE_WORDS[state]
  const newest = attempts.toReversed()
  const [latest, earlier] = [newest.slice(0, WHOLE), newest.slice(WHOLE)]
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={links.list}
      title={eventName(delivery)}
      lede={
        <>
          Sent to <a href={links.one(one.id)}>{one.name}</a>.
        </>
      }
      {...(isSoon && { again: LOOK_AGAIN_SECONDS })}
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      <Facts
        facts={[
          [
            'State',
            <>
              <span class={badgeOf(level)}>{words}</span> {means}
            </>,
          ],
          ...(dueAt ? [['Next attempt', <Ago key="next" at={dueAt} now={now} />] as const] : []),
          ['Created', <Ago key="made" at={createdAt} now={now} />],
          ['Event', <code key="type">{delivery.type}</code>],
          ['webhook-id', <code key="id">{messageId}</code>],
        ]}
      />
      {mayChange && state !== 'due' && !one.disabled && <Again place={place} one={one} delivery={delivery} />}
      <Section id="attempts" title="Attempts">
        {attempts.length === 0 ? (
          <p>None yet. It is sent as soon as its turn comes.</p>
        ) : (
          <ul class="plain cards">
            {latest.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} now={now} />
            ))}
          </ul>
        )}
        {earlier.length > 0 && <AttemptTable attempts={earlier} now={now} />}
      </Section>
      <Section id="payload" title="The event">
        <Listing text={pretty(delivery.body)} most={PAYLOAD} label="the event" />
        <p>
          <a href={links.event(one.id, delivery.id)}>The whole event as JSON</a>
        </p>
      </Section>
    </AreaPage>
  )
}

function Again({ place, one, delivery }: Pick<DeliveryProps, 'place' | 'one' | 'delivery'>) {
  return (
    <form method="post" action={place.links.act(one.id, 'again')} class="choice">
      <input type="hidden" name="delivery" value={delivery.id} />
      <input type="hidden" name="from" value="delivery" />
      <button type="submit" name="as" value="same" class="button button-quiet">
        Send again
      </button>
      <button type="submit" name="as" value="new" class="button button-quiet">
        Send as a new event
      </button>
    </form>
  )
}

function Attempt({ attempt, now }: { attempt: DeliveryAttempt; now: Date }) {
  const { number, at, tookMs, outcome, says, request, response } = attempt
  const { words, level } = OUTCOME_WORDS[outcome]
  return (
    <li class="card">
      <div class="card-head">
        <h3>Attempt {amount(number)}</h3>
        <span class={badgeOf(level)}>{words}</span>
      </div>
      <p>{beginningOf(says, SAYS).text}</p>
      <Facts
        facts={[
          ['When', <Ago key="when" at={at} now={now} />],
          ['Took', `${amount(Math.round(tookMs))} ms`],
          ...(response ? [['Answer', `HTTP ${response.status}`] as const] : []),
        ]}
      />
      <details class="fold">
        <summary class="button button-quiet">Request and answer</summary>
        <div class="fold-content stack">
          <Listing
            text={`${request.method} ${request.url}\n${fieldsOf(request.headers)}`}
            most={REQUEST}
            label={`the request of attempt ${number}`}
          />
          {response && (
            <Listing
              text={`HTTP ${response.status}\n${fieldsOf(response.headers)}\n\n${response.body}`}
              most={ANSWER}
              label={`the answer to attempt ${number}`}
            />
          )}
        </div>
      </details>
    </li>
  )
}

const fieldsOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** JSON in lines; what is none stays as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
