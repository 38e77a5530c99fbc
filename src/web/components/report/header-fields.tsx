import type { MessageView } from '../../../core/message-view.ts'

/** Header fields as they came, so that the browser's own search finds them. */
export function HeaderFields({ fields }: { fields: MessageView['headers'] }) {
  if (fields.length === 0) return null
  return (
    <details class="message-view">
      <summary>
        <h3>Header fields</h3>
        <span class="quiet">{fields.length}, in the order they came</span>
      </summary>
      <dl class="header-fields">
        {fields.map(({ name, value }, index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
