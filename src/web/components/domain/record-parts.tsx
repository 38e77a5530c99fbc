import { published } from '../../words/published.ts'
import { CopyButton } from '../copy-button.tsx'

interface RecordPartsProps {
  name: string
  value: string
  type?: string
  /** The value that stands there now, and goes. */
  replaces?: string
}

/** The parts of a record, each with a button that copies it. What is shown otherwise than it is has none: it would be published unseen. */
export function RecordParts({ name, value, type = 'TXT', replaces }: RecordPartsProps) {
  return (
    <dl class="record-parts">
      <div>
        <dt>Type</dt>
        <dd>
          <code>{type}</code>
        </dd>
      </div>
      <Part title="Name" what="the name of the record" text={name} />
      {replaces !== undefined && (
        <div>
          <dt>In place of</dt>
          <dd class="record">
            <code>{published(replaces)}</code>
          </dd>
        </div>
      )}
      <Part title="Value" what="the value of the record" text={value} />
    </dl>
  )
}

function Part({ title, what, text }: { title: string; what: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd class="record">
        <code>{published(text)}</code>
        {published(text) === text && <CopyButton text={text} what={what} />}
      </dd>
    </div>
  )
}
