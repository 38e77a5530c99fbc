import type { MessageKind } from '../../core/report.ts'
import type { ShownReport } from '../view.ts'

const KINDS: Readonly<Record<MessageKind, { name: string; means: string }>> = {
  transactional: { name: 'transactional mail', means: 'The rules for bulk mail were not applied.' },
  marketing: { name: 'marketing mail', means: 'The rules for bulk mail were applied.' },
  list: { name: 'mailing list mail', means: 'The rules for bulk mail were applied.' },
  personal: { name: 'personal mail', means: 'The rules for bulk mail were not applied.' },
}

/** What the message was taken for, which decides what applies to it. */
export function Kind({ report }: { report: ShownReport }) {
  const { name, means } = KINDS[report.kind]
  return (
    <section class="group group-kind" aria-labelledby="kind">
      <h2 id="kind">Read as {name}</h2>
      <p>{means}</p>
      {report.kindReasons.length > 0 && (
        <ul class="reasons">
          {report.kindReasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
