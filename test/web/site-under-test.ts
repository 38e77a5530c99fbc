import { CHECK_WORDS } from '../../src/analysis/telling/check-words.ts'
import { createComparing } from '../../src/services/comparing/comparing.ts'
import type { SampleKind, WebDeps } from '../../src/web/deps.ts'
import { createWeb } from '../../src/web/server.ts'
import { RULES } from '../support/builders.ts'
import { readinessUnderTest } from '../support/readiness.ts'
import { createAnnouncer, createFakeMailTests, NOW } from './fake-mail-tests.ts'
import { NO_FORMS } from './no-forms.ts'

const CHECKS = (
  [
    ['spf', 'authentication', 1.5],
    ['dkim', 'authentication', 1.5],
    ['dmarc', 'authentication', 1.5],
    ['arc', 'authentication', 0],
    ['reverse-dns', 'server', 1],
    ['helo', 'server', 0.5],
    ['tls', 'server', 1],
    ['mx', 'server', 0.5],
    ['blocklist', 'server', 3],
    ['headers', 'message', 1],
    ['mime', 'message', 0.5],
    ['size', 'message', 0.2],
    ['content', 'content', 1],
    ['list-unsubscribe', 'content', 0.5],
  ] as const
).flatMap(([name, group, weight]) => {
  const words = CHECK_WORDS.get(name)
  return words ? [{ name, group, weight, title: words.title, asks: words.asks }] : []
})

/** What the site stands on, in memory. */
export function depsUnderTest(changes: Partial<WebDeps> = {}): WebDeps {
  const announcer = createAnnouncer()
  const mailTests = changes.mailTests ?? createFakeMailTests(announcer).mailTests
  return {
    mailTests,
    comparing: createComparing({
      mailTests,
      store: { messages: { evidence: async () => undefined } },
      rules: RULES,
      checkWords: CHECK_WORDS,
    }),
    ...NO_FORMS,
    announcer,
    readiness: readinessUnderTest().readiness,
    clock: { now: () => NOW },
    log: { info() {}, warn() {}, error() {} },
    siteName: 'Mailgauge',
    baseUrl: 'http://mailgauge.example',
    mailDomain: 'mail.mailgauge.example',
    version: '0.1.0',
    anonymousTests: true,
    checks: CHECKS,
    checkWords: CHECK_WORDS,
    clientOf: () => '192.0.2.1',
    closing: new AbortController().signal,
    ...changes,
  }
}

/** The site over services in memory. */
export function siteUnderTest(changes: Partial<WebDeps> = {}) {
  const announcer = createAnnouncer()
  const fake = createFakeMailTests(announcer)
  const faults: unknown[] = []
  const state = readinessUnderTest()
  const app = createWeb(
    depsUnderTest({
      mailTests: fake.mailTests,
      announcer,
      readiness: state.readiness,
      log: { info() {}, warn() {}, error: (facts) => faults.push(facts) },
      ...changes,
    }),
  )
  const ask = (path: string, init: RequestInit = {}) =>
    app.handle(new Request(`http://mailgauge.example${path}`, init))
  const post = (path: string, headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }) =>
    ask(path, { method: 'POST', headers })
  return { app, ask, post, fake, announcer, faults, state }
}

/** The addresses of all pages that stand at one address, as the site has them. */
export async function fixedPages(): Promise<string[]> {
  const { app, ask } = siteUnderTest()
  const paths = app.routes.flatMap(({ method, path }) =>
    method === 'GET' && !/[:*]/.test(path) ? [path] : [],
  )
  const types = await Promise.all(
    paths.map(async (path) => (await ask(path)).headers.get('content-type') ?? ''),
  )
  return paths.filter((_, at) => types[at]?.startsWith('text/html'))
}

/** An evaluation whose samples are noted instead of sent. */
export function evaluation() {
  const sent: [SampleKind, string][] = []
  const reports: string[] = []
  const years: string[] = []
  return {
    sent,
    reports,
    years,
    deps: {
      smtpServer: '127.0.0.1:2525',
      program: 'mailgauge',
      samples: {
        send: async (kind: SampleKind, address: string) => {
          sent.push([kind, address])
          return { ok: true, value: undefined } as const
        },
        sendReports: async (address: string) => {
          reports.push(address)
          return { ok: true, value: undefined } as const
        },
      },
      year: {
        load: async (accountId: string, domainId: string) => {
          years.push(`${accountId} ${domainId}`)
          return { reports: 2, tlsReports: 1 }
        },
      },
    },
  }
}
