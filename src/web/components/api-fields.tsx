import type { Schema } from '../../services/api-description/document.ts'

interface FieldProps {
  name: string
  schema: Schema
  /** What is said beside the type: required, optional. */
  note?: string
}

/** One field or parameter: its name, what it is, and what it means. */
export function ApiField({ name, schema, note }: FieldProps) {
  const inner = schema.properties ? schema : schema.items?.properties ? schema.items : undefined
  return (
    <div class="field">
      <dt>
        <code>{name}</code> <TypeOf schema={schema} />
        {note && <span class="quiet">, {note}</span>}
      </dt>
      <dd>
        {schema.description}
        <Values schema={schema} />
        {inner && <ApiFields schema={inner} />}
      </dd>
    </div>
  )
}

/** The fields of an object, one below the other. */
export function ApiFields({ schema: { properties = {}, required = [] } }: { schema: Schema }) {
  return (
    <dl class="fields">
      {Object.entries(properties).map(([name, schema]) => (
        <ApiField
          key={name}
          name={name}
          schema={schema}
          {...(!required.includes(name) && { note: 'may be absent' })}
        />
      ))}
    </dl>
  )
}

function TypeOf({ schema }: { schema: Schema }) {
  const name = nameOf(schema) ?? nameOf(schema.items ?? {})
  if (name === undefined) return <span class="quiet">{typeText(schema)}</span>
  return (
    <span class="quiet">
      {schema.items && 'array of '}
      <a href={`#${name}`}>{name}</a>
    </span>
  )
}

/** The name of the object that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

function typeText({ type, items, additionalProperties }: Schema): string {
  if (items) return `array of ${items.properties ? 'objects' : `${typeText(items)}s`}`
  if (additionalProperties) return `object of ${typeText(additionalProperties)}s`
  return [type ?? []].flat().join(' or ')
}

function Values({ schema }: { schema: Schema }) {
  const says = [
    ...(schema.enum ? [`One of ${schema.enum.join(', ')}.`] : []),
    ...(schema.items?.enum ? [`Of ${schema.items.enum.join(', ')}.`] : []),
    ...rangeOf(schema),
    ...(schema.default === undefined ? [] : [`Default ${String(schema.default)}.`]),
    ...(schema.examples ? [`Examples: ${schema.examples.map(String).join(', ')}.`] : []),
  ]
  return says.length === 0 ? null : <span class="quiet values"> {says.join(' ')}</span>
}

function rangeOf({ minimum, maximum, type }: Schema): string[] {
  if (type !== 'integer' || minimum === undefined) return []
  if (maximum === undefined) return minimum === 0 ? [] : [`${minimum} or more.`]
  return [`${minimum} to ${maximum}.`]
}
