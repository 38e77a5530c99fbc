import { randomBytes } from 'node:crypto'
import type { Mailbox } from '../../../src/core/mailbox.ts'
import type { MessageName } from '../../../src/services/outgoing/messages.ts'
import { createBackground } from '../../../src/services/people/background.ts'
import { createProfile } from '../../../src/services/people/profile.ts'
import { sessionCookie } from '../../../src/services/people/session-cookie.ts'
import { createSessions } from '../../../src/services/people/sessions.ts'
import { createPasswords } from '../../../src/services/people/sign-in/passwords.ts'
import { createPasswordReset } from '../../../src/services/people/sign-in/reset.ts'
import { createSetup } from '../../../src/services/people/sign-in/setup.ts'
import { createSignIn } from '../../../src/services/people/sign-in/sign-in.ts'
import { createSignUp } from '../../../src/services/people/sign-in/sign-up.ts'
import { createTries } from '../../../src/services/people/sign-in/tries.ts'
import type { PeopleDeps } from '../../../src/web/deps.ts'
import { testStore } from '../../support/store.ts'
import { recordingLog } from '../../support/world.ts'
import { NOW } from '../fake-mail-tests.ts'
import { siteUnderTest } from '../site-under-test.ts'

export const EMAIL = 'ann@example.org'
export const PASSWORD = 'correct horse battery'
/** The code that the second factor takes here. */
export const CODE = '123456'

export interface SiteOptions {
  baseUrl?: string
  /** No relay is configured. */
  withoutMail?: boolean
  /** Whether everybody may sign up. */
  open?: boolean
}

const random = (length: number) => new Uint8Array(randomBytes(length))

/** The site over real services and a real database, with a clock to turn and mail that is kept. */
export async function peopleSite({ baseUrl = 'http://mailgauge.example', ...options }: SiteOptions = {}) {
  const { store, done } = await testStore()
  let now = NOW.getTime()
  const clock = { now: () => new Date(now) }
  const log = recordingLog()
  const mails: { name: MessageName; to: Mailbox; link?: string }[] = []
  const outgoing = {
    async send(name: MessageName, to: Mailbox, facts: object) {
      mails.push({ name, to, ...('link' in facts && { link: String(facts.link) }) })
      return { kind: 'accepted', says: '250 ok' } as const
    },
  }
  const background = createBackground(log)
  const tries = createTries({ audit: store.audit, clock })
  const passwords = createPasswords()
  const base = { store, clock, random, log, passwords, tries, background, siteName: 'Mailgauge', baseUrl }
  const sessions = createSessions({
    ...base,
    cookie: sessionCookie(baseUrl),
    idle: 14 * 86_400_000,
    lifetime: 90 * 86_400_000,
  })
  const shared = { ...base, sessions, defaultPlan: 'self-hosted' }
  const secondFactor = {
    check: async (_: unknown, typed: string) =>
      ({ kind: typed.trim() === CODE ? 'right' : 'wrong' }) as const,
  }
  const mail = options.withoutMail ? undefined : outgoing
  const people: PeopleDeps = {
    sessions,
    signIn: createSignIn({ ...shared, secondFactor }),
    setup: createSetup(shared),
    profile: createProfile({ ...shared, ...(mail && { outgoing: mail }) }),
    ...(mail && { reset: createPasswordReset({ ...shared, outgoing: mail }) }),
    ...(mail && options.open && { signUp: createSignUp({ ...shared, outgoing: mail }) }),
  }
  let client = '192.0.2.1/32'
  const site = siteUnderTest({ people, baseUrl, clientOf: () => client })
  return {
    ...site,
    people,
    store,
    log,
    mails,
    tries,
    settled: () => background.settled(),
    pass: (ms: number) => {
      now += ms
    },
    from: (network: string) => {
      client = network
    },
    now: () => clock.now(),
    async done() {
      await background.settled()
      await done()
    },
    /** Somebody who is set up as the first person. */
    async claimed() {
      const code = (await people.setup.offer()) ?? ''
      const claim = { code, name: 'Ann', email: EMAIL, password: PASSWORD, account: 'Example' }
      const made = await people.setup.claim(claim, { from: { client, agent: '' }, cookie: null })
      if (made.kind !== 'claimed') throw new Error(made.kind)
      return cookieOf(made.setCookie)
    },
  }
}

export type PeopleSite = Awaited<ReturnType<typeof peopleSite>>

/** What a browser sends back of a Set-Cookie. */
export const cookieOf = (setCookie: string | null) => (setCookie ?? '').split(';')[0] ?? ''

/** Sends a form as a page of the site does. */
export function sendForm(
  site: Pick<PeopleSite, 'ask'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return site.ask(path, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
}
