import type { Webhook } from '../../../services/api-description/document.ts'
import { ApiCode } from '../api-code.tsx'
import { ApiField, nameOf } from '../api-fields.tsx'

/** The header fields that every event has. */
export function WebhookHeaders({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [{ parameters = [] } = {}] = webhooks
  if (parameters.length === 0) return null
  return (
    <section class="stack" aria-labelledby="webhook-headers">
      <h3 id="webhook-headers">Header fields</h3>
      <dl class="fields">
        {parameters.map(({ name, schema, description }) => (
          <ApiField key={name} name={name} schema={{ ...schema, description }} />
        ))}
      </dl>
    </section>
  )
}

/** Everything about one event that webhooks are sent. */
export function ApiWebhook({ type, webhook }: { type: string; webhook: Webhook }) {
  const { operationId, summary, description, requestBody, responses } = webhook
  const { schema, example } = requestBody.content['application/json']
  const name = nameOf(schema)
  return (
    <section class="route" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p class="route-line">
        <span class="verb">POST</span> <code>{type}</code>
      </p>
      <p>
        {description} Body: <a href={`#${name}`}>{name}</a>.
      </p>
      <details class="fold">
        <summary>Example</summary>
        <ApiCode text={JSON.stringify(example, null, 2)} label={`Body of ${type}`} />
      </details>
      <details class="fold">
        <summary>What your answer means</summary>
        <dl class="fields">
          {Object.entries(responses).map(([status, { description: says }]) => (
            <div key={status} class="field">
              <dt>{status === 'default' ? 'anything else' : status}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
