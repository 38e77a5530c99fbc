import type { EventType } from '../../../core/event.ts'
import type { DestinationKind } from '../../../core/watching/destination-kind.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Fold } from '../../components/form/fold.tsx'
import type { Filled } from '../../forms/problems.ts'
import type { AlertPlace } from './place.ts'
import { TemplateFields } from './template-fields.tsx'
import { EVENT_WORDS } from './words.ts'

/** Monitors or domains that it may be bound to. */
export interface Subject {
  id: string
  name: string
}

/** What is ticked. */
export interface Chosen {
  types: readonly EventType[]
  monitorIds: readonly string[]
  domainIds: readonly string[]
}

export interface FieldsProps {
  place: AlertPlace
  kind: DestinationKind
  filled: Filled
  chosen: Chosen
  monitors: readonly Subject[]
  domains: readonly Subject[]
  /** Where it leads is known: it stays unless another is given. */
  changing: boolean
}

/** Everything that is asked of a destination. */
export function DestinationFields(props: FieldsProps) {
  const { place, filled, chosen, monitors, domains } = props
  const isBound = chosen.monitorIds.length + chosen.domainIds.length > 0
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint="By which you recognise it in lists and messages."
        maxlength={100}
        filled={filled}
      />
      <TargetFields {...props} />
      {place.events.map(({ title, types }, at) => (
        <Choices
          key={title}
          name={at === 0 ? 'type' : `type-${at}`}
          legend={place.events.length > 1 ? `Tell when: ${title}` : 'Tell when'}
          choices={types.map((type) => ({
            value: type,
            words: EVENT_WORDS[type],
            means: <code>{type}</code>,
          }))}
          chosen={chosen.types}
          filled={filled}
          several
        />
      ))}
      {monitors.length + domains.length > 0 && (
        <Fold words="Only of some monitors or domains" open={isBound}>
          <Only
            name="monitor"
            legend="Only of these monitors"
            all={monitors}
            ids={chosen.monitorIds}
            filled={filled}
          />
          <Only
            name="domain"
            legend="Only of these domains"
            all={domains}
            ids={chosen.domainIds}
            filled={filled}
          />
        </Fold>
      )}
    </>
  )
}

interface OnlyProps {
  name: string
  legend: string
  all: readonly Subject[]
  ids: readonly string[]
  filled: Filled
}

function Only({ name, legend, all, ids, filled }: OnlyProps) {
  if (all.length === 0) return null
  const choices = all.map((one) => ({ value: one.id, words: one.name }))
  return (
    <>
      <Choices name={name} legend={legend} choices={choices} chosen={ids} filled={filled} several />
      <p class="quiet">None ticked: of all of them, also of those to come.</p>
    </>
  )
}

const STAYS = ' Leave it empty to keep the one there is.'

/** How the address of each kind is called, and where it comes from. */
const URLS: Readonly<
  Record<Exclude<DestinationKind, 'email' | 'template'>, { label: string; hint: string }>
> = {
  webhook: {
    label: 'Address of the endpoint',
    hint: 'It takes POST requests with JSON, and answers 2xx within seconds.',
  },
  slack: {
    label: 'Address of the incoming webhook',
    hint: 'From the settings of your Slack app or of Mattermost; it begins with https://.',
  },
  discord: {
    label: 'Address of the webhook',
    hint: 'In Discord: channel settings, Integrations, Webhooks, Copy Webhook URL.',
  },
  teams: {
    label: 'Address of the workflow',
    hint: 'In Teams: Workflows, “Send webhook alerts to a channel”, and the address that it shows.',
  },
  ntfy: { label: 'Address of the topic', hint: 'Such as https://ntfy.sh/a-name-that-nobody-guesses.' },
}

function TargetFields(props: FieldsProps) {
  const { kind, filled, changing, place } = props
  if (kind === 'template') return <TemplateFields filled={filled} changing={changing} />
  if (kind === 'email') {
    const whose =
      place.area === 'admin'
        ? 'Empty: everybody who administers this instance.'
        : 'Of a person of this account.'
    return (
      <Field
        name="to"
        label="Address"
        hint={whose}
        type="email"
        maxlength={320}
        filled={filled}
        optional={place.area === 'admin'}
      />
    )
  }
  const { label, hint } = URLS[kind]
  return (
    <>
      <Field
        name="url"
        label={label}
        hint={`${hint}${changing ? STAYS : ' It is stored encrypted, and not shown again.'}`}
        maxlength={2000}
        filled={filled}
        optional={changing}
        code
      />
      {kind === 'ntfy' && (
        <Field
          name="token"
          label="Access token"
          hint="Where the topic needs one."
          type="password"
          autocomplete="off"
          maxlength={200}
          filled={filled}
          optional
        />
      )}
    </>
  )
}
