import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// It has no types of its own.
// @ts-expect-error
import { Provider as Untyped } from 'oidc-provider'

interface Provider {
  callback(): (request: object, response: object) => void
}
const OidcProvider = Untyped as new (issuer: string, settings: object) => Provider

/** What the provider says of somebody, beside `sub`, which is what is typed as login. */
export type ProviderPerson = Record<string, unknown>

export const CLIENT = { clientId: 'mailgauge', clientSecret: 'a secret of the client' }

export interface RunningProvider {
  issuer: string
  /** By what is typed as login. May be changed while it runs. */
  people: Map<string, ProviderPerson>
  /** Requests by path, to count them. */
  asked: string[]
  /** Answers before the provider does, by path. */
  instead: Map<string, () => Response>
  /** Lets it send browsers back to these addresses. */
  admit(...redirectUris: string[]): void
  /** Signs somebody in as a browser would: from the address we sent it to, to the one it is sent back to. */
  signIn(url: string, login: string): Promise<URL>
  stop(): Promise<void>
}

/** npm's oidc-provider on loopback, with its forms for development. */
export async function runProvider(...redirectUris: string[]): Promise<RunningProvider> {
  const people = new Map<string, ProviderPerson>()
  const asked: string[] = []
  const instead: RunningProvider['instead'] = new Map()
  const handler: { answer?: (request: object, response: object) => void } = {}
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    asked.push(pathname)
    const other = instead.get(pathname)?.()
    if (!other) return handler.answer?.(request, response)
    void other.text().then((text) => {
      response.writeHead(other.status, Object.fromEntries(other.headers)).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const admit = (...uris: string[]) => {
    handler.answer = callbackOf(issuer, people, uris)
  }
  admit(...redirectUris)
  return { issuer, people, asked, instead, admit, signIn: signInAt(issuer), stop: () => stopped(server) }
}

function callbackOf(issuer: string, people: RunningProvider['people'], uris: readonly string[]) {
  const quiet = console.warn
  console.warn = () => {}
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: uris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    cookies: { keys: ['a key of a test'] },
  })
  console.warn = quiet
  return provider.callback()
}

function stopped(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

const MOST_STEPS = 12

/** A browser that is only good for this: it keeps cookies, and stops at redirects. */
function createBrowser() {
  const cookies = new Map<string, string>()
  return async (url: URL, form?: string): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const type = 'application/x-www-form-urlencoded'
    const response = await fetch(url, {
      redirect: 'manual',
      ...(form === undefined
        ? { headers: { cookie } }
        : { method: 'POST', body: form, headers: { cookie, 'content-type': type } }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
}

/** The form of a page, filled in. */
async function formIn(response: Response, login: string): Promise<{ action: string; body: string }> {
  const page = await response.text()
  const action = /action="([^"]+)"/.exec(page)?.[1]
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1]
  if (action === undefined || prompt === undefined) throw new Error(`no form: ${page.slice(0, 300)}`)
  return { action, body: new URLSearchParams({ prompt, login, password: 'any' }).toString() }
}

/** Follows redirects with cookies, and sends the forms of login and consent. */
function signInAt(issuer: string) {
  return async (url: string, login: string): Promise<URL> => {
    const ask = createBrowser()
    let next = new URL(url)
    let body: string | undefined
    for (let step = 0; step < MOST_STEPS; step += 1) {
      if (next.origin !== issuer) return next
      const response = await ask(next, body)
      const location = response.headers.get('location')
      body = undefined
      if (location === null) {
        const form = await formIn(response, login)
        body = form.body
        next = new URL(form.action, next)
      } else {
        next = new URL(location, next)
      }
    }
    throw new Error('the provider asks for ever')
  }
}
