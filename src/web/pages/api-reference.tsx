import { describeApi } from '../../services/api-description/describe-api.ts'
import type { OpenApiDocument, Schema } from '../../services/api-description/document.ts'
import { OPERATIONS } from '../../services/api-description/operations.ts'
import { ApiWebhook, WebhookHeaders } from '../components/api/api-webhook.tsx'
import { ApiFields, nameOf } from '../components/api-fields.tsx'
import { ApiRoute } from '../components/api-route.tsx'
import { Layout } from '../layout.tsx'
import type { Site } from '../site.ts'

/** `/docs`: the reference of the API, made from its OpenAPI description. */
export function ApiReference({ site, baseUrl }: { site: Site; baseUrl: string }) {
  const api = describeApi(baseUrl)
  return (
    <Layout site={site} title="API">
      <div class="docs">
        <Contents api={api} />
        <div class="stack docs-body">
          <Introduction api={api} site={site} />
          {api.tags.map(({ name, description }) => (
            <section key={name} class="stack" aria-labelledby={`tag-${name}`}>
              <div>
                <h2 id={`tag-${name}`}>{name}</h2>
                <p class="quiet">{description}</p>
              </div>
              {OPERATIONS.filter(({ tags }) => tags.includes(name)).map((route) => (
                <ApiRoute key={route.operationId} route={route} baseUrl={baseUrl} />
              ))}
              <WebhookHeaders webhooks={webhooksIn(api, name).map(([, { post }]) => post)} />
              {webhooksIn(api, name).map(([type, { post }]) => (
                <ApiWebhook key={type} type={type} webhook={post} />
              ))}
            </section>
          ))}
          <Objects schemas={api.components.schemas} />
        </div>
      </div>
    </Layout>
  )
}

const webhooksIn = (api: OpenApiDocument, tag: string) =>
  Object.entries(api.webhooks).filter(([, { post }]) => post.tags.includes(tag))

function Contents({ api }: { api: OpenApiDocument }) {
  return (
    <nav class="contents" aria-label="On this page">
      {api.tags.map(({ name }) => (
        <div key={name}>
          <p class="eyebrow">{name}</p>
          <ul class="plain">
            {OPERATIONS.filter(({ tags }) => tags.includes(name)).map(({ operationId, summary }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>{summary}</a>
              </li>
            ))}
            {webhooksIn(api, name).map(([type, { post }]) => (
              <li key={type}>
                <a href={`#${post.operationId}`}>{post.summary}</a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        <a href="#objects">Objects</a>
      </p>
    </nav>
  )
}

function Introduction({ api, site }: { api: OpenApiDocument; site: Site }) {
  return (
    <section class="stack" aria-labelledby="api">
      <h1 id="api">The API</h1>
      {api.info.description.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        The service is at <code>{api.servers[0]?.url}</code>. The same as a document for programs:{' '}
        <a href={site.href.openApi}>openapi.json</a> (OpenAPI 3.1).
      </p>
      <div class="stack section-start">
        <h2>Keys</h2>
        <p>
          Send <code>Authorization: Bearer</code> and the key. The examples take it from the variable{' '}
          <code>MAILGAUGE_API_KEY</code>. A key acts for its account, and can do what its scopes allow:
          tests:write makes tests, tests:read reads them, domains:read lists domains, dmarc:read reads their
          DMARC data.
        </p>
      </div>
      <div class="stack section-start">
        <h2>Limits</h2>
        <p>
          Requests are counted per account and minute, over all its keys. RateLimit and RateLimit-Policy say
          what is left. Past it the answer is 429, and Retry-After says how many seconds to wait; asking
          sooner uses up the limit again.
        </p>
      </div>
    </section>
  )
}

function Objects({ schemas }: { schemas: Readonly<Record<string, Schema>> }) {
  return (
    <section class="stack" id="objects" aria-labelledby="objects-title">
      <h2 id="objects-title">Objects</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <section key={name} class="route" id={name} aria-labelledby={`${name}-title`}>
          <h3 id={`${name}-title`}>{name}</h3>
          <p>{schema.description}</p>
          {schema.oneOf ? <Alternatives schemas={schema.oneOf} /> : <ApiFields schema={schema} />}
        </section>
      ))}
    </section>
  )
}

function Alternatives({ schemas }: { schemas: readonly Schema[] }) {
  return (
    <ul>
      {schemas.map(nameOf).map((name) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
