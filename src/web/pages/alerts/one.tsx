import { DELIVERY_STATES } from '../../../core/watching/destination.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Fold } from '../../components/form/fold.tsx'
import { Form } from '../../components/form/form.tsx'
import { AreaPage, Section } from '../../components/frame/area.tsx'
import { Empty } from '../../components/shown/empty.tsx'
import { Notice } from '../../components/shown/notice.tsx'
import { DeliveryTable } from './deliveries.tsx'
import { DestinationFacts, DestinationState } from './list.tsx'
import type { OneProps } from './one-props.ts'
import { KIND_WORDS, STATE_WORDS } from './words.ts'

/** One webhook or channel: how it is, what can be done with it, and what was sent there. */
export function AlertDocument(props: OneProps) {
  const { site, place, one, mayChange, now, done, filled } = props
  return (
    <AreaPage
      site={site}
      area={place.area}
      within={place.links.list}
      title={one.name}
      lede={KIND_WORDS[one.kind].means}
    >
      {done !== undefined && <Notice kind="done">{done}</Notice>}
      <div class="card">
        <div class="card-head">
          <h2>State</h2>
          <DestinationState one={one} />
        </div>
        <DestinationFacts one={one} now={now} whole />
        {mayChange && <Actions place={place} one={one} />}
      </div>
      <Section id="deliveries" title="Deliveries">
        <States {...props} />
        <List {...props} />
        {mayChange && props.deliveries.items.length > 0 && (
          <Fold words="Send again what is of certain days" open={filled.problems.length > 0}>
            <Form action={place.links.act(one.id, 'again')} button="Send again" filled={filled}>
              <p>
                Each keeps its webhook-id, so that a receiver that has it already can leave it out; it gets a
                new time and signature. What still waits is left as it is.
              </p>
              <Choices
                name="which"
                legend="Which"
                choices={[
                  { value: 'failed', words: 'What was given up or dropped' },
                  { value: 'all', words: 'All, also what was delivered' },
                ]}
                chosen={[filled.typed['which'] || 'failed']}
                filled={filled}
              />
              <Field name="since" label="From (UTC)" type="date" filled={filled} />
              <Field name="until" label="To, that day included (UTC)" type="date" filled={filled} />
            </Form>
          </Fold>
        )}
      </Section>
    </AreaPage>
  )
}

function Actions({ place: { links }, one: { id, kind, disabled } }: Pick<OneProps, 'place' | 'one'>) {
  const quiet = (what: string, words: string) => (
    <a class="button button-quiet" href={links.act(id, what)}>
      {words}
    </a>
  )
  return (
    <div class="choice">
      {disabled ? (
        <form method="post" action={links.act(id, 'enable')}>
          <button type="submit" class="button">
            Turn it on
          </button>
        </form>
      ) : (
        <form method="post" action={links.act(id, 'test')}>
          <button type="submit" class="button">
            Send a test event
          </button>
        </form>
      )}
      {quiet('change', 'Change')}
      {kind === 'webhook' && quiet('rotate', 'Rotate the secret')}
      {!disabled && quiet('disable', 'Turn off')}
      {quiet('delete', 'Delete')}
    </div>
  )
}

function States({ place, one, asked, deliveries }: OneProps) {
  if (deliveries.items.length === 0 && asked.state === undefined) return null
  const href = (state?: string) => `${place.links.one(one.id)}${state ? `?state=${state}` : ''}#deliveries`
  return (
    <nav class="choice" aria-label="Which deliveries">
      <a class="button button-quiet" href={href()} aria-current={asked.state ? undefined : 'page'}>
        All
      </a>
      {DELIVERY_STATES.map((state) => (
        <a
          key={state}
          class="button button-quiet"
          href={href(state)}
          aria-current={asked.state === state ? 'page' : undefined}
        >
          {STATE_WORDS[state].words}
        </a>
      ))}
    </nav>
  )
}

function List(props: OneProps) {
  const { place, one, deliveries, asked } = props
  const all = place.links.one(one.id)
  const query = (more: Record<string, string>) =>
    `${all}?${new URLSearchParams({ ...(asked.state && { state: asked.state }), ...more })}#deliveries`
  if (deliveries.items.length === 0) {
    return (
      <Empty title={asked.state || asked.after ? 'No such delivery' : 'Nothing was sent yet'}>
        {asked.state || asked.after ? (
          <p>
            <a href={all}>Show all</a>
          </p>
        ) : (
          <p>The next event that it is told of stands here, with what was sent and what came back.</p>
        )}
      </Empty>
    )
  }
  return (
    <>
      <div class="deliveries">
        <DeliveryTable {...props} />
      </div>
      {(asked.after !== undefined || deliveries.next !== undefined) && (
        <nav class="choice" aria-label="Pages">
          {asked.after !== undefined && (
            <a class="button button-quiet" href={query({})}>
              Newest
            </a>
          )}
          {deliveries.next !== undefined && (
            <a class="button button-quiet" href={query({ after: deliveries.next })} rel="next">
              Older
            </a>
          )}
        </nav>
      )}
    </>
  )
}
