import type { Delivery } from '../../../core/watching/destination.ts'
import { Ago } from '../../components/shown/ago.tsx'
import { Table } from '../../components/shown/table.tsx'
import { plural } from '../../wording.ts'
import { amount } from '../../words/amounts.ts'
import { beginningOf } from './listing.tsx'
import type { OneProps } from './one-props.ts'
import { badgeOf, eventName, STATE_WORDS } from './words.ts'

const SAYS = 200

/** What was sent or waits to be, newest first; whoever may change it ticks what is sent again. */
export function DeliveryTable({ place, one, deliveries, mayChange, now }: OneProps) {
  const { links } = place
  const table = (
    <Table
      caption="Deliveries"
      columns={[
        { words: 'Event' },
        { words: 'State' },
        { words: 'Attempts', number: true },
        { words: 'Created' },
        ...(mayChange ? [{ words: 'Send again', unseen: true }] : []),
      ]}
      rows={deliveries.items.map((delivery) => ({
        key: delivery.id,
        cells: [
          <a key="event" href={links.delivery(one.id, delivery.id)}>
            {eventName(delivery)}
          </a>,
          <State key="state" delivery={delivery} now={now} />,
          amount(delivery.attempts),
          <Ago key="made" at={delivery.createdAt} now={now} />,
          ...(mayChange ? [<Tick key="tick" delivery={delivery} />] : []),
        ],
      }))}
    />
  )
  const isOver = deliveries.items.some(({ state }) => state !== 'due')
  if (!mayChange || one.disabled || !isOver) return table
  return (
    <form method="post" action={links.act(one.id, 'again')} class="stack">
      {table}
      <p class="choice">
        <button type="submit" name="as" value="same" class="button button-quiet">
          Send the selected ones again
        </button>
        <button type="submit" name="as" value="new" class="button button-quiet">
          Send them as new events
        </button>
      </p>
      <p class="quiet">
        Sent again, a delivery keeps its webhook-id, and a receiver that has it may leave it out. As a new
        event it gets another one.
      </p>
    </form>
  )
}

/** How far it is, and why. */
export function State({ delivery, now }: { delivery: Delivery; now: Date }) {
  const { state, dueAt, says, attempts } = delivery
  const { words, level } = STATE_WORDS[state]
  return (
    <>
      <span class={badgeOf(level)}>{words}</span>
      {says !== undefined && <span class="detail quiet">{beginningOf(says, SAYS).text}</span>}
      {state === 'due' && dueAt && attempts > 0 && (
        <span class="detail quiet">
          Tried {attempts} {plural(attempts, 'time')}; next <Ago at={dueAt} now={now} />
        </span>
      )}
    </>
  )
}

/** What waits is sent anyway. */
function Tick({ delivery }: { delivery: Delivery }) {
  if (delivery.state === 'due') return null
  return (
    <label class="option">
      <input type="checkbox" name="delivery" value={delivery.id} />
      <span class="quiet">
        Again<span class="unseen">: {eventName(delivery)}</span>
      </span>
    </label>
  )
}
