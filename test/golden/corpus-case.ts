import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import type { AnalysisSettings } from '../../src/analysis/context.ts'
import { type Analysis, analyse } from '../../src/analysis/pipeline.ts'
import { analyzers } from '../../src/analysis/registry.ts'
import type { Envelope } from '../../src/core/message.ts'
import type { Report } from '../../src/core/report.ts'
import { signMessage } from '../../src/mail/authentication/dkim/sign.ts'
import { listSettings, ROSTER } from '../../src/mail/server/blocklists/roster.ts'
import { createRecorder } from '../../src/net/dns/recorder.ts'
import type { ZoneFailures, ZoneLiteral } from '../../src/net/dns/zone.ts'
import type { FetchAnswer, FetchFailureReason, ScannerName, ScanReply } from '../../src/net/ports.ts'
import type { RegistrationAnswer, Registrations } from '../../src/net/registry-ports.ts'
import type { Scanners } from '../../src/net/scans.ts'
import { envelope } from '../support/envelope.ts'
import { outside } from '../support/outside.ts'
import { zone } from '../support/zone.ts'

const CORPUS = join(import.meta.dir, '../corpus')
export const CASES = join(CORPUS, 'cases')
const NOW = new Date('2026-11-20T12:00:00Z')
const LISTS = listSettings(ROSTER)

type KeyName = 'rsa2048' | 'rsa1024' | 'ed25519' | 'other'

/** Who signs or seals the message, and with which key of test/corpus/keys. */
interface Signing {
  domain: string
  selector: string
  key: KeyName
  headers?: string[]
}

/** One answer of the web: a text, a file of the case, or a reason why there is none. */
interface WebAnswer {
  status?: number
  type?: string
  text?: string
  file?: string
  failure?: FetchFailureReason
}

/** What case.json says of how a message came. What it leaves out is as a well-run sender has it. */
export interface CaseFile {
  about: string
  envelope?: Partial<Envelope>
  /** What of the envelope is not known. */
  unknown?: ('clientAddress' | 'helo' | 'mailFrom' | 'conduct')[]
  /** Over test/corpus/zone.json, name by name. */
  zone?: ZoneLiteral
  fail?: ZoneFailures
  web?: Record<string, WebAnswer>
  scanners?: Partial<Record<ScannerName, string | { failure: string }>>
  /** What registries tell of domains; absent: none is asked. */
  registries?: Record<string, RegistrationAnswer>
  settings?: Partial<AnalysisSettings>
  /** Lists that are out of use, by id; `all` of them. */
  listsOut?: string[] | 'all'
  /** Absent: example.org with its usual key. */
  sign?: Signing[]
  seal?: Signing & { claims: string }
  /** Words of message.eml that stand for many: the text and how often. */
  repeated?: Record<string, [text: string, times: number]>
  /** Words of message.eml that stand for octets no text file keeps. */
  octets?: Record<string, string>
  /** What was changed on the way, after it was signed. */
  changed?: [was: string, is: string][]
}

export interface Case {
  name: string
  file: CaseFile
  /** The message before it is signed, in CRLF. */
  unsigned: Buffer
  zone: ZoneLiteral
  envelope: Envelope
}

const readText = (...path: string[]) => readFileSync(join(CORPUS, ...path), 'utf8')
const readJson = <T>(...path: string[]) => JSON.parse(readText(...path)) as T
const ZONE = readJson<ZoneLiteral>('zone.json')
const USUAL: Signing = { domain: 'example.org', selector: 's1', key: 'rsa2048' }

export const CASE_NAMES: readonly string[] = readdirSync(CASES).toSorted()

export function readCase(name: string): Case {
  const file = readJson<CaseFile>('cases', name, 'case.json')
  const session = envelope(file.envelope)
  for (const key of file.unknown ?? []) delete session[key]
  const text = readFileSync(join(CASES, name, 'message.eml'))
  return {
    name,
    file,
    unsigned: transmittedForm(text, file),
    zone: { ...ZONE, ...file.zone },
    envelope: session,
  }
}

function transmittedForm(text: Buffer, { repeated = {}, octets = {} }: CaseFile): Buffer {
  let message = text.toString('latin1').replace(/\r?\n/g, '\r\n')
  const utf8 = (words: string) => Buffer.from(words).toString('latin1')
  for (const [mark, [words, times]] of Object.entries(repeated)) {
    message = message.replace(mark, () => utf8(words).replaceAll('\n', '\r\n').repeat(times))
  }
  for (const [mark, bytes] of Object.entries(octets)) message = message.replaceAll(mark, bytes)
  return Buffer.from(message, 'latin1')
}

/** The message as it arrives: signed, sealed, and changed on its way. */
export async function sentBytes({ file, unsigned }: Case): Promise<Buffer> {
  let raw = unsigned
  for (const { domain, selector, key, headers } of file.sign ?? [USUAL]) {
    const options = { domain, selector, privateKeyPem: pem(key), now: NOW }
    raw = await signMessage(raw, { ...options, ...(headers && { signedHeaders: headers, oversign: [] }) })
  }
  if (file.seal) raw = Buffer.concat([await sealed(raw, file.seal), raw])
  let text = raw.toString('latin1')
  for (const [was, is] of file.changed ?? []) text = text.replace(was, () => is.replaceAll('\n', '\r\n'))
  return Buffer.from(text, 'latin1')
}

function sealed(raw: Buffer, { domain, selector, key, claims }: NonNullable<CaseFile['seal']>) {
  return sealMessage(raw, {
    signingDomain: domain,
    selector,
    privateKey: pem(key),
    cv: 'none',
    authResults: claims,
    signTime: NOW,
  })
}

const pem = (key: KeyName) => readText('keys', `${key}.pem`)

const analyses = new Map<string, Promise<Analysis>>()

/** All that comes of a case as it is. It is analysed once for every test that asks, so nobody may change it. */
export function corpusAnalysis(name: string): Promise<Analysis> {
  const known = analyses.get(name)
  if (known) return known
  const given = readCase(name)
  const analysis = sentBytes(given).then((raw) => analysisOf(given, raw))
  analyses.set(name, analysis)
  return analysis
}

/** The whole report on a case as it is. */
export async function corpusReport(name: string): Promise<Report> {
  return (await corpusAnalysis(name)).report
}

/** The whole report on a case that a test has made. */
export async function reportOf(given: Case, { withPlan = true } = {}): Promise<Report> {
  return (await analysisOf(given, await sentBytes(given), withPlan)).report
}

/** All that comes of a case, whose message arrives as `raw`. */
export function analysisOf(given: Case, raw: Buffer, withPlan = true): Promise<Analysis> {
  const { file, envelope: session } = given
  const clock = { now: () => NOW }
  const scanners = scannersOf(file)
  const web = ({ url }: { url: string }) => webAnswer(given, url)
  const out = (id: string) => file.listsOut === 'all' || file.listsOut?.includes(id)
  return analyse(
    {
      raw,
      envelope: session,
      settings: {
        hostname: 'mx.receiver.example',
        lists: LISTS,
        listStates: LISTS.map(({ id }) => ({ id, usable: !out(id) })),
        ...(file.scanners && { scanners: Object.keys(file.scanners) as ScannerName[] }),
        ...(file.registries && { rdap: true }),
        ...file.settings,
      },
      leaveOut: withPlan ? [] : ['plan'],
      waitAtMost: 300_000,
    },
    analyzers,
    outside(createRecorder(zone(given.zone, file.fail), clock), clock, {
      web,
      scanners,
      ...(file.registries && { registries: registriesOf(file.registries) }),
    }),
  )
}

const registriesOf = (said: Record<string, RegistrationAnswer>): Registrations => ({
  of: async (domain) => said[domain] ?? { kind: 'unknown', reason: 'not-found' },
})

function scannersOf({ scanners = {} }: CaseFile): Scanners {
  const replies = Object.entries(scanners).map(([name, said]) => {
    const reply: ScanReply =
      typeof said === 'string' ? { kind: 'reply', body: said } : { kind: 'failure', says: said.failure }
    return [name, { scan: async () => reply }]
  })
  return Object.fromEntries(replies)
}

function webAnswer({ name, file }: Case, url: string): FetchAnswer {
  const answer = file.web?.[url]
  if (!answer) return { kind: 'failure', reason: 'network' }
  if (answer.failure) return { kind: 'failure', reason: answer.failure }
  const { status = 200, type = 'text/plain', text = '' } = answer
  const body = answer.file ? readFileSync(join(CASES, name, answer.file)) : Buffer.from(text)
  return {
    kind: 'response',
    status,
    url,
    redirects: [],
    contentType: type,
    body: body.toString('base64'),
    truncated: false,
  }
}
