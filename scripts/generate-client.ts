// Writes the types of the TypeScript client from the OpenAPI document: bun scripts/generate-client.ts
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApi } from '../src/services/api-description/describe-api.ts'
import type { Operation, RequestBody, Schema } from '../src/services/api-description/document.ts'

export const CLIENT_TYPES = join(import.meta.dir, '..', 'clients', 'typescript', 'src', 'schema.ts')

/** The text of the client's types. */
export function clientTypes(): string {
  const { paths, webhooks, components } = describeApi('')
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return [
    '// Made from the OpenAPI document by scripts/generate-client.ts. Not to be edited by hand.\n',
    ...Object.entries(components.schemas).map(([name, schema]) => declared(name, schema)),
    ...operations.map(({ operation }) => queryOf(operation)).filter((text) => text !== ''),
    '/** What a webhook is sent. The set grows: take types that you do not know. */',
    'export type WebhookEvent =',
    ...Object.values(webhooks).map(({ post }) => `  | ${nameIn(post.requestBody)}`),
    '',
    '/** Where each operation is. */',
    'export const OPERATIONS = {',
    ...operations.map(
      ({ method, path, operation }) =>
        `  ${operation.operationId}: { method: '${method}', path: '${path}' },`,
    ),
    '} as const\n',
  ].join('\n')
}

const nameIn = ({ content }: RequestBody) => typeOf(content['application/json'].schema, '')

function declared(name: string, schema: Schema): string {
  const comment = commentOf(schema, '')
  if (schema.properties) return `${comment}export interface ${name} ${typeOf(schema, '')}\n`
  return `${comment}export type ${name} = ${typeOf(schema, '')}\n`
}

/** The query of an operation: what its last argument may hold. */
function queryOf({ operationId, parameters = [] }: Operation): string {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  if (query.length === 0) return ''
  const name = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`
  const properties = Object.fromEntries(
    query.map(({ name: key, description, schema }) => [key, { ...schema, description }]),
  )
  return declared(name, { properties, description: `What ${operationId} may be asked with.` })
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.oneOf) return schema.oneOf.map((one) => typeOf(one, indent)).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.properties) return objectOf(schema, indent)
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties, indent)}>`
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'array') return arrayOf(schema.items ?? {}, indent)
    return type === 'integer' ? 'number' : type
  })
  if (types.length === 0) throw new Error(`No type for ${JSON.stringify(schema)}`)
  return types.join(' | ')
}

function arrayOf(items: Schema, indent: string): string {
  const item = typeOf(items, indent)
  return items.enum || items.oneOf ? `(${item})[]` : `${item}[]`
}

function objectOf({ properties = {}, required = [] }: Schema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${commentOf(schema, inner)}${inner}${name}${mark}: ${typeOf(schema, inner)}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

const literal = (value: string | boolean) => (typeof value === 'string' ? `'${value}'` : String(value))

const commentOf = ({ description }: Schema, indent: string) =>
  description === undefined ? '' : `${indent}/** ${description} */\n`

if (import.meta.main) writeFileSync(CLIENT_TYPES, clientTypes())
