import { LETTER_DAYS } from '../../../core/complaints/complaint.ts'
import { TrustBadge } from '../../components/dmarc/outcome.tsx'
import { Section } from '../../components/frame/area.tsx'
import { Ago } from '../../components/shown/ago.tsx'
import { inList } from '../../words/dmarc.ts'
import { published } from '../../words/published.ts'
import type { ComplaintsProps } from './props.ts'

const LONGEST_SUBJECT = 120

/** Mails to the address that are no report: a provider asks there whether the address is to have reports. */
export function Letters({ place, letters }: ComplaintsProps) {
  if (letters.length === 0) return null
  return (
    <Section id="letters" title="Other mail to the address">
      <p class="quiet">
        Providers confirm a registration by mail to the address. These came in the last {LETTER_DAYS} days;
        they are texts by others, and addresses in them are no links.
      </p>
      {letters.map(({ id, from, subject, text, receivedAt, authenticated }) => (
        <details key={id} class="more">
          <summary>
            <bdi class="theirs">{inList(subject, LONGEST_SUBJECT) || 'Without a subject'}</bdi>
          </summary>
          <p class="quiet">
            <TrustBadge authenticated={authenticated} /> <bdi>{inList(from ?? 'sender not known')}</bdi>,{' '}
            <Ago at={receivedAt} now={place.now} />
          </p>
          <pre class="letter" tabindex={0}>
            {text.split('\n').map(published).join('\n')}
          </pre>
        </details>
      ))}
    </Section>
  )
}
