import { AddressText } from '../../components/address.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Reference } from '../../components/reference.tsx'
import { BY_WORDS } from '../../words/complaints.ts'
import type { ComplaintsProps } from './props.ts'

/** The address that complaints go to, and where each provider is asked to send them. */
export function Registering({ overview: { address }, loops }: ComplaintsProps) {
  if (address === undefined) return null
  return (
    <Section id="register" title="Where complaints come from">
      <p>
        Mailbox providers send a report for each complaint to whoever registered for their feedback loop. Give
        this address there. Nothing is kept of the message or of who complained: only the day, the provider,
        the type and the campaign are counted.
      </p>
      <p class="address address-small">
        <code class="address-text">
          <AddressText address={address} />
        </code>
        <CopyButton text={address} what="the complaints address" />
      </p>
      <ul class="plain feedback-loops">
        {loops.register.map(({ id, name, register, source, date, secondary }) => (
          <li key={id}>
            <h3>
              <a href={register.url} rel="noreferrer noopener nofollow">
                {name}
              </a>
            </h3>
            <p>{register.says}</p>
            <Told by={BY_WORDS[register.by]} source={source} date={date} secondary={secondary} />
          </li>
        ))}
      </ul>
      {loops.without.length > 0 && (
        <details class="more">
          <summary>Providers that send no reports of single complaints</summary>
          <ul class="plain feedback-loops">
            {loops.without.map(({ name, says, source, date, secondary }) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{says}</p>
                <Told source={source} date={date} secondary={secondary} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  )
}

interface ToldProps {
  by?: string
  source: string
  date: string
  secondary: true | undefined
}

/** Where that is written, and when it was looked at. */
function Told({ by, source, date, secondary }: ToldProps) {
  return (
    <p class="quiet">
      {by !== undefined && `${by}. `}
      {secondary ? 'Told by others, not on its own page' : 'Source'}, {date}:{' '}
      <Reference reference={source.replaceAll(', https://', '; https://')} />
    </p>
  )
}
