/** The parts of OpenAPI 3.1 and of JSON Schema 2020-12 that the description is written in. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

export interface Schema {
  $ref?: string
  type?: SchemaType | readonly SchemaType[]
  description?: string
  format?: 'date-time' | 'date' | 'email'
  pattern?: string
  enum?: readonly string[]
  const?: boolean | string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  default?: Json
  examples?: readonly Json[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  /** The values of keys that are not known beforehand. */
  additionalProperties?: Schema
  oneOf?: readonly Schema[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description: string
  schema: Schema
  example?: Json
}

export interface Header {
  description: string
  /** It is on every answer of that kind. */
  required?: true
  schema: Schema
  example?: Json
}

export interface Reference {
  $ref: string
}

export interface Answer {
  description: string
  headers: Readonly<Record<string, Reference>>
  content: { 'application/json': { schema: Schema; example: Json } }
}

/** Scheme by name, with the scopes or roles that it takes. */
export type Requirement = Readonly<Record<string, readonly string[]>>

export interface RequestBody {
  description: string
  required: true
  content: { 'application/json': { schema: Schema; example: Json } }
}

export interface Operation {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  /** Each of them is enough; an empty list: none is needed. */
  security: readonly Requirement[]
  parameters?: readonly Parameter[]
  requestBody?: RequestBody
  responses: Readonly<Record<string, Answer>>
}

/** A request that the service makes. */
export interface Webhook {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  parameters: readonly Parameter[]
  requestBody: RequestBody
  /** What its answers mean. */
  responses: Readonly<Record<string, { description: string }>>
}

export type Method = 'get' | 'post' | 'patch'

export interface SecurityScheme {
  type: 'http' | 'apiKey'
  description: string
  scheme?: string
  bearerFormat?: string
  in?: 'cookie'
  name?: string
}

export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: readonly { url: string; description: string }[]
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>
  webhooks: Readonly<Record<string, { post: Webhook }>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    headers: Readonly<Record<string, Header>>
    securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}
