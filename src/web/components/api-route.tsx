import type { Answer, Parameter, RequestBody } from '../../services/api-description/document.ts'
import type { Route } from '../../services/api-description/operations.ts'
import { snippetsOf } from '../../services/api-description/snippets.ts'
import { ApiCode } from './api-code.tsx'
import { ApiField, nameOf } from './api-fields.tsx'

/** Everything about one route. */
export function ApiRoute({ route, baseUrl }: { route: Route; baseUrl: string }) {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = route
  return (
    <section class="route" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p class="route-line">
        <span class="verb">{method.toUpperCase()}</span> <code>{path}</code>
      </p>
      <p>{description}</p>
      <p class="quiet">{needs(route)}</p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {requestBody && <BodyOf body={requestBody} />}
      <Examples route={route} baseUrl={baseUrl} />
      <h4>Answers</h4>
      {Object.entries(responses).map(([status, answer]) => (
        <AnswerOf key={status} status={status} answer={answer} />
      ))}
    </section>
  )
}

function needs({ security }: Route): string {
  const scope = security[0]?.['apiKey']?.[0]
  if (security.length === 0) return 'Needs no key: the token in the address is enough.'
  if (scope === undefined) return 'Needs any key.'
  const other = security.some((one) => 'session' in one) ? ', or a dashboard session' : ''
  return `Needs a key with the scope ${scope}${other}.`
}

const PLACES = {
  path: 'in the address',
  query: 'in the query, optional',
  header: 'header, optional',
} as const

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <>
      <h4>Parameters</h4>
      <dl class="fields">
        {parameters.map(({ name, in: place, description, schema }) => (
          <ApiField key={name} name={name} schema={{ ...schema, description }} note={PLACES[place]} />
        ))}
      </dl>
    </>
  )
}

function BodyOf({ body }: { body: RequestBody }) {
  const { schema, example } = body.content['application/json']
  const name = nameOf(schema)
  return (
    <>
      <h4>Body</h4>
      <p>
        {body.description} JSON: <a href={`#${name}`}>{name}</a>.
      </p>
      <ApiCode text={JSON.stringify(example, null, 2)} label="The body that is sent" />
    </>
  )
}

const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const

function Examples({ route, baseUrl }: { route: Route; baseUrl: string }) {
  const snippets = snippetsOf(route, baseUrl)
  return (
    <>
      <h4>Examples</h4>
      {LANGUAGES.map(([language, name]) => (
        <details key={language} class="fold" open={language === 'curl'}>
          <summary>{name}</summary>
          <ApiCode text={snippets[language]} label={`${route.summary}, in ${name}`} />
        </details>
      ))}
    </>
  )
}

function AnswerOf({ status, answer }: { status: string; answer: Answer }) {
  const { schema, example } = answer.content['application/json']
  const name = nameOf(schema)
  return (
    <details class="fold">
      <summary>
        <span class="status">{status}</span> {answer.description}
      </summary>
      <p class="quiet">
        Body: <a href={`#${name}`}>{name}</a>. Headers: {Object.keys(answer.headers).join(', ')}.
      </p>
      <ApiCode text={JSON.stringify(example, null, 2)} label={`Body of ${status}`} />
    </details>
  )
}
