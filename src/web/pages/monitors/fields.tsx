import type { MonitorKind } from '../../../core/watching/monitor.ts'
import { checkTitle, groupTitle } from '../../check-names.ts'
import { Choices } from '../../components/form/choices.tsx'
import { Field } from '../../components/form/field.tsx'
import { Span } from '../../components/form/span.tsx'
import { type Filled, fieldId } from '../../forms/problems.ts'
import type { Site } from '../../site.ts'

/** A form of settings as it is shown. */
export interface SettingsForm {
  filled: Filled
  /** Checks that are ticked. */
  mustPass: readonly string[]
}

interface FieldsProps {
  site: Site
  kind: MonitorKind
  form: SettingsForm
}

/** The fields of a monitor's settings. */
export function SettingsFields({ site, kind, form }: FieldsProps) {
  const { filled } = form
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint={
          kind === 'mail'
            ? 'What sends, such as “Weekly newsletter” or “Invoices, nightly”.'
            : 'By which you recognise it, such as “DNS of the shop”.'
        }
        maxlength={100}
        filled={filled}
      />
      {kind === 'mail' && <MessageFields site={site} form={form} />}
      <Choices
        name="looks"
        legend="Between messages"
        choices={lookChoices(kind)}
        chosen={['blocklists', 'records'].filter((one) => filled.typed[one] === 'yes')}
        filled={filled}
        several
      />
    </>
  )
}

function lookChoices(kind: MonitorKind) {
  const whose = kind === 'mail' ? 'the last sender' : 'the domain'
  return [
    {
      value: 'records',
      words: 'Watch the DNS records',
      means: `SPF, DKIM, DMARC, MTA-STS, TLS reports, BIMI and MX of ${kind === 'mail' ? 'the last sender’s domain' : 'the domain'}: you are told what changed, and when a record breaks.`,
    },
    {
      value: 'blocklists',
      words: 'Watch blocklists',
      means: `You are told when ${whose} is put on one.`,
    },
  ]
}

function MessageFields({ site, form: { filled, mustPass } }: Omit<FieldsProps, 'kind'>) {
  return (
    <>
      <Span
        name="every"
        label="A message is expected every"
        hint="You are told when none comes in that time. Leave it empty for mail that comes at no fixed times."
        unit="days"
        filled={filled}
        optional
      />
      <Span
        name="grace"
        label="It may be late by"
        hint="Queues, greylisting and time changes delay mail. A tenth of the interval where it is empty."
        unit="hours"
        filled={filled}
        optional
      />
      <Field
        name="least_score"
        label="Least score"
        hint="You are told when a message scores less: 0 to 10."
        inputmode="decimal"
        maxlength={4}
        filled={filled}
        optional
      />
      <Field
        name="most_drop"
        label="Largest drop, in points"
        hint="You are told when a message scores that much less than those before it."
        inputmode="decimal"
        maxlength={4}
        filled={filled}
        optional
      />
      <MustPass site={site} filled={filled} chosen={mustPass} />
    </>
  )
}

interface MustPassProps {
  site: Site
  filled: Filled
  chosen: readonly string[]
}

/** Checks by group; one that this service does not have any more stays until it is unticked. */
function MustPass({ site, filled, chosen }: MustPassProps) {
  const unknown = chosen.filter((name) => !site.checks.some((check) => check.name === name))
  const checks = [
    ...site.checks.map(({ name, group, title }) => ({ name, group, title })),
    ...unknown.map((name) => ({ name, group: 'other', title: checkTitle({ name }) })),
  ]
  const groups = [...new Set(checks.map(({ group }) => group))]
  const problem = filled.problems.find(({ field }) => field === 'must_pass')
  return (
    <fieldset class={problem ? 'field-wrong' : ''} id={fieldId('must_pass')} tabindex={-1}>
      <legend>Checks that must not fail</legend>
      {problem && <p class="problem">{problem.says}</p>}
      <p class="quiet">
        {chosen.length === 0 ? 'None is chosen.' : `${chosen.length} of ${checks.length} are chosen.`} A check
        that could not be determined counts neither way.
      </p>
      <details class="folded-help" open={problem !== undefined}>
        <summary>Choose checks</summary>
        <div class="check-choices">
          {groups.map((group) => (
            <fieldset key={group}>
              <legend>{groupTitle(group)}</legend>
              {checks
                .filter((check) => check.group === group)
                .map(({ name, title }) => (
                  <label key={name} class="option">
                    <input type="checkbox" name="must_pass" value={name} checked={chosen.includes(name)} />
                    <span>{title}</span>
                  </label>
                ))}
            </fieldset>
          ))}
        </div>
      </details>
    </fieldset>
  )
}
