import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { createClosing } from '../../../src/app/life/closing.ts'
import { openPeople } from '../../../src/app/people/open-people.ts'
import { openOutgoing } from '../../../src/app/relay/open-outgoing.ts'
import { beginSecrets } from '../../../src/app/secrets/open-secrets.ts'
import { openAdministration } from '../../../src/app/services.ts'
import type { Person } from '../../../src/core/access/person.ts'
import { createPasswords } from '../../../src/services/people/sign-in/passwords.ts'
import { configOf } from '../../config/loading.ts'
import { account } from '../../support/builders.ts'
import { entry, person } from '../../support/people.ts'
import { testStore } from '../../support/store.ts'
import { recordingLog } from '../../support/world.ts'
import { siteUnderTest } from '../site-under-test.ts'

export const PASSWORD = 'correct horse battery'

export interface FactorSiteOptions {
  /** Lines of the configuration, `[oidc]` among them. */
  config?: string
  /** By which address it is reached; a port that nothing else has is put in the place of PORT. */
  baseUrl?: string
}

/** The site as the service opens it, over a real database, listening on loopback, with one account and its owner. */
export async function factorSite({ config = '', baseUrl = 'http://localhost:PORT' }: FactorSiteOptions = {}) {
  const { store, directory, done } = await testStore({ clock: { now: () => new Date() } })
  const log = recordingLog()
  const handler: { answer?: (request: Request) => Response | Promise<Response> } = {}
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => handler.answer?.(request) ?? new Response(null, { status: 503 }),
  })
  const base = baseUrl.replace('PORT', String(server.port))
  const settings = configOf(`
[smtp]
domain = "in.example.com"
[site]
base_url = "${base}"
[store]
directory = "${directory}"
[secrets]
key_path = "${join(directory, 'secrets.key')}"
${config.replaceAll('BASE', base)}
`)
  const { later, close } = createClosing(log as never)
  await beginSecrets(settings, store, log as never)
  const { accounts } = openAdministration(settings, store)
  const { people } = await openPeople(
    settings,
    { store, log, accounts, outgoing: openOutgoing(settings, later, undefined) },
    later,
  )
  const site = siteUnderTest({ people, baseUrl: base, log, clock: { now: () => new Date() } })
  handler.answer = (request) => site.app.handle(request)

  const own = account({ name: 'default' })
  const passwordHash = await createPasswords().hash(PASSWORD)
  let number = 0

  async function somebody(changes: Partial<Person> = {}, hasPassword = true): Promise<Person> {
    number += 1
    const made = person({ email: `person${number}@example.org`, name: `Person ${number}`, ...changes })
    await store.people.create(
      {
        person: made,
        ...(hasPassword && passwordHash !== undefined && { passwordHash }),
        membership: { accountId: own.id, role: 'member' },
      },
      entry('person.created', { personId: made.id }),
    )
    return made
  }
  await store.people.claim({
    person: person({ email: 'owner@example.org', name: 'Owner' }),
    passwordHash: passwordHash ?? '',
    account: own,
    entry: entry('instance.claimed'),
  })

  return {
    ...site,
    base,
    people,
    store,
    log,
    own,
    somebody,
    /** Turns the second step on, and gives its secret and codes. */
    async turnOn(of: Person) {
      const { secondFactor } = people.factors ?? {}
      const proposed = await secondFactor?.propose({ person: of })
      const base32 = proposed?.base32 ?? ''
      // The step before, so that the present code is good for a sign-in.
      const made = await secondFactor?.enable({ person: of }, base32, codeOf(base32, -30))
      if (made?.kind !== 'enabled') throw new Error(made?.kind)
      return { base32, codes: made.codes }
    },
    async done() {
      await server.stop(true)
      await close()
      await done()
    },
  }
}

export type FactorSite = Awaited<ReturnType<typeof factorSite>>

/** What an app shows now, or so many seconds away. */
export function codeOf(base32: string, seconds = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(base32), timestamp: Date.now() + seconds * 1000 })
}

/** A browser without scripts: it keeps cookies, and stops at redirects. */
export function createBrowser({ base }: Pick<FactorSite, 'base'>) {
  const cookies = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const url = new URL(path, base)
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...(init.headers as Record<string, string>) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const send = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  return {
    cookies,
    ask,
    send,
    text: async (path: string) => (await ask(path)).text(),
    signIn: (email: string, password = PASSWORD) => send('/sign-in', { email, password }),
  }
}
