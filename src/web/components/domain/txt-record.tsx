import { CopyButton } from '../copy-button.tsx'
import { RecordParts } from './record-parts.tsx'

interface TxtRecordProps {
  name: string
  value: string
  /** The name as panels want it that add the zone by themselves. */
  short: readonly { zone: string; name: string }[]
}

/** A TXT record to publish, each part with a button that copies it, and what differs from one DNS host to the next. */
export function TxtRecord({ name, value, short }: TxtRecordProps) {
  return (
    <div class="stack txt-record">
      <RecordParts name={name} value={value} />
      <details class="folded-help">
        <summary>Where and how to publish it</summary>
        <ul class="help-list">
          <li>Add it where the DNS of the domain is managed: at your registrar or DNS host.</li>
          {short.map(({ zone, name: own }) => (
            <li key={zone}>
              If that panel adds <code>{zone}</code> to names by itself, type only <code>{own}</code>{' '}
              <CopyButton text={own} what={`the name below ${zone}`} />
            </li>
          ))}
          <li>Type the value without quotes. The TTL may stay as it is.</li>
          <li>Leave other TXT records of that name as they are: several may stand there.</li>
          <li>
            It can be seen after a few minutes; where the name was asked for before, it can take up to an hour
            or as long as the zone says (its negative TTL).
          </li>
          <li>Keep it published: Mailgauge looks for it every day.</li>
        </ul>
      </details>
    </div>
  )
}
