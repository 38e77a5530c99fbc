import type {
  Json,
  OpenApiDocument,
  Schema,
  SchemaType,
} from '../../src/services/api-description/document.ts'

type Components = OpenApiDocument['components']

/** What of a value contradicts its schema, as sentences. Stricter than JSON Schema: a key nobody described is a fault. */
export function faultsOf(value: unknown, schema: Schema, components: Components, at = '$'): string[] {
  if (schema.$ref !== undefined) return faultsOf(value, resolve(schema.$ref, components), components, at)
  if (schema.oneOf) return oneOfFaults(value, schema.oneOf, components, at)
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
    return [`${at}: ${JSON.stringify(value)} is no ${types.join(' or ')}`]
  }
  return [
    ...scalarFaults(value, schema, at),
    ...(Array.isArray(value) ? arrayFaults(value, schema, components, at) : []),
    ...(isObject(value) ? objectFaults(value, schema, components, at) : []),
  ]
}

export function resolve(reference: string, { schemas }: Pick<Components, 'schemas'>): Schema {
  const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? ''
  const schema = schemas[name]
  if (!schema) throw new Error(`${reference} names nothing`)
  return schema
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isOfType(value: unknown, type: SchemaType): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function oneOfFaults(value: unknown, schemas: readonly Schema[], components: Components, at: string) {
  const faults = schemas.map((schema) => faultsOf(value, schema, components, at))
  const fitting = faults.filter((one) => one.length === 0).length
  return fitting === 1 ? [] : [`${at}: fits ${fitting} of the alternatives`, ...faults.flat()]
}

function scalarFaults(value: unknown, schema: Schema, at: string): string[] {
  const shown = JSON.stringify(value)
  const faults: string[] = []
  if (schema.const !== undefined && value !== schema.const) faults.push(`${at}: ${shown} is not the constant`)
  if (schema.enum && !schema.enum.includes(value as string)) faults.push(`${at}: ${shown} is not in the enum`)
  if (typeof value === 'number') {
    if (value < (schema.minimum ?? value)) faults.push(`${at}: ${shown} is too small`)
    if (value > (schema.maximum ?? value)) faults.push(`${at}: ${shown} is too large`)
  }
  if (typeof value === 'string' && schema.pattern && !new RegExp(schema.pattern).test(value)) {
    faults.push(`${at}: ${shown} does not match ${schema.pattern}`)
  }
  return faults
}

function arrayFaults(value: unknown[], { items, maxItems }: Schema, components: Components, at: string) {
  const tooMany = value.length > (maxItems ?? value.length) ? [`${at}: too many`] : []
  const faults = value.flatMap((item, index) =>
    items ? faultsOf(item, items, components, `${at}[${index}]`) : [`${at}: items are not described`],
  )
  return [...tooMany, ...faults]
}

function objectFaults(
  value: Record<string, unknown>,
  { properties = {}, required = [], additionalProperties }: Schema,
  components: Components,
  at: string,
): string[] {
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `${at}.${name}: missing`)
  const faults = Object.entries(value).flatMap(([name, inner]) => {
    const schema = properties[name] ?? additionalProperties
    return schema ? faultsOf(inner, schema, components, `${at}.${name}`) : [`${at}.${name}: not described`]
  })
  return [...missing, ...faults]
}

/** A header or a parameter is text: read as its schema means it. */
export function fromText(text: string, schema: Schema): Json {
  const type = [schema.type].flat()[0]
  return type === 'integer' && /^\d+$/.test(text) ? Number(text) : text
}
