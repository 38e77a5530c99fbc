import { accountIdFrom } from '../../core/access/account.ts'
import { refusalOf } from '../../core/access/permission.ts'
import type { Outcome } from '../../core/aggregate/file.ts'
import { granted, refused } from '../../core/refusal.ts'
import type { ReportMailStore } from '../../store/report-mail.ts'
import type { Store } from '../../store/store.ts'
import type { Accounts } from '../access/accounts.ts'
import { byActor, entryBy } from '../access/by.ts'
import type { DomainActor } from '../domains/domains.ts'
import { isMbox, messagesOfMbox } from '../intake/mbox.ts'
import type { Clock } from '../ports.ts'
import {
  type FilesDeps,
  filesToStore,
  type ImportOf,
  type StoreFile,
  type TakenFile,
} from './import-files.ts'
import type {
  Imported,
  ImportFile,
  Importing,
  ImportRequest,
  ReadReports,
  ReportReader,
} from './importing.ts'
import { createOwners } from './owners.ts'

export interface ImportingDeps extends FilesDeps {
  domains: Pick<Store['domains'], 'byName'>
  store: Pick<Store, 'accounts' | 'audit' | 'people'>
  accounts: Pick<Accounts, 'planOf'>
  reportMail: Pick<ReportMailStore, 'changeOutcome' | 'imported'>
  reader: ReportReader
  /** A mail as it would be received, or a file. */
  open(bytes: Uint8Array): { kind: 'mail'; raw: Uint8Array } | { kind: 'file' }
  clock: Clock
}

/** Imports reports: each file is read away from this process, and stored as what comes by mail is. */
export function createImporting(deps: ImportingDeps): Importing {
  const { store, reader, clock, random } = deps
  const turns = createTurns()
  const known = createKnown(deps)
  let files = 0
  let attachments = 0

  const read = (file: ImportFile) => {
    const opened = deps.open(file.bytes)
    return reader.read(
      opened.kind === 'mail'
        ? { ...opened, byDkimAlone: true }
        : { kind: 'file', name: nameWithin(file.name), bytes: file.bytes },
    )
  }

  async function takeOne(
    actor: DomainActor,
    request: ImportRequest,
    file: ImportFile,
    turn: Turn,
  ): Promise<Imported[]> {
    const { name } = file
    const found = await read(file)
    if ('stopped' in found) {
      return [{ name, outcome: 'rejected', reason: 'not_readable', detail: found.stopped }]
    }
    const of = await importOf(actor, request, found)
    const ready: StoreFile[] = []
    for (const attachment of found.attachments) {
      ready.push(...(await filesToStore(deps, of, name, attachment, ++attachments)))
    }
    await turn.comes
    const storing = ready.map((store) => store())
    if (turn.isLast) turn.end()
    const taken = await Promise.all(storing)
    await list(actor, request, of, taken)
    return taken.map(({ imported }) => imported)
  }

  async function importOf(actor: DomainActor, request: ImportRequest, found: ReadReports): Promise<ImportOf> {
    const at = clock.now()
    const { accountId } = actor
    const { days, ownerOf } = await known.of(request, accountId)
    const { outcome = 'failed', from } = found.authentication ?? {}
    return {
      accountId,
      ownerOf,
      at,
      nextId: () => `${request.importId}.${++files}`,
      authentication: request.trust ? 'passed' : outcome,
      ...(outcome === 'passed' && from !== undefined && { from }),
      ...(days !== undefined && { keptDays: days }),
    }
  }

  /** What became of them, for the lists of the domains that they are about. */
  async function list(actor: DomainActor, request: ImportRequest, of: ImportOf, taken: readonly TakenFile[]) {
    const { name } = (await byActor(store, actor)).actor
    const { authentication, at, accountId } = of
    const by = { importId: request.importId, accountId, at, ...(name !== undefined && { by: name }) }
    const outcomes = Map.groupBy(
      taken.flatMap((one) => one.listed ?? []),
      ({ domainId }) => domainId,
    )
    await Promise.all(
      [...outcomes].map(([domainId, all]) =>
        deps.reportMail.imported(
          { ...by, domainId },
          all.map(({ file }) => ({ authentication, file })),
        ),
      ),
    )
  }

  async function said(
    actor: DomainActor,
    { importId, trust }: ImportRequest,
    details: Record<string, string>,
  ) {
    const { accountId } = actor
    const entry = { accountId, action: 'dmarc.imported', target: importId } as const
    const all = { trust: trust ? 'yes' : 'no', ...details }
    await store.audit.add(entryBy(await byActor(store, actor), clock.now(), { ...entry, details: all }))
  }

  return {
    async begin(actor, { trust }) {
      const refusal = refusalOf(actor, 'dmarc.change')
      if (refusal) return refused(refusal)
      const request = { importId: accountIdFrom(random), trust }
      // What makes reports count as authenticated is on record however the import ends.
      if (trust) await said(actor, request, { state: 'begun' })
      return granted(request)
    },
    async take(actor, request, file) {
      const refusal = refusalOf(actor, 'dmarc.change')
      if (refusal) return refused(refusal)
      const turn = turns.of(request)
      try {
        const all: Imported[] = []
        const { mails, isCut } = await mailsOf(file)
        for (const [at, one] of mails.entries()) {
          const isLast = at === mails.length - 1
          all.push(...(await takeOne(actor, request, one, { ...turn, isLast })))
        }
        return granted(isCut ? [...all, { name: file.name, ...TOO_MANY }] : all)
      } finally {
        turn.end()
      }
    },
    end: (actor, request, sums) => said(actor, request, inText(sums)),
  }
}

/** What files of an import go by: looked up once a second, not for each of thousands. */
function createKnown({ store, accounts, domains, clock }: ImportingDeps) {
  const last = new WeakMap<ImportRequest, { until: number; known: Promise<Known> }>()

  async function lookUp(accountId: string): Promise<Known> {
    const account = await store.accounts.byId(accountId)
    const days = account && accounts.planOf(account).dmarcDays
    return { days, ownerOf: createOwners(domains, accountId) }
  }

  return {
    of(request: ImportRequest, accountId: string): Promise<Known> {
      const now = clock.now().getTime()
      const before = last.get(request)
      if (before && now < before.until) return before.known
      const known = lookUp(accountId)
      last.set(request, { until: now + KNOWN_MS, known })
      return known
    },
  }
}

const KNOWN_MS = 1_000

interface Known {
  days: number | undefined
  ownerOf: ImportOf['ownerOf']
}

interface Turn {
  /** Everything of the files before is on its way into the store. */
  comes: Promise<void>
  /** Everything of this file is. */
  end(): void
  isLast: boolean
}

/** Files of one import that are read side by side are stored in the order in which they were handed in: of two reports with one key the
 * first one counts. */
function createTurns() {
  const last = new WeakMap<ImportRequest, Promise<void>>()
  return {
    of(request: ImportRequest): Omit<Turn, 'isLast'> {
      const comes = last.get(request) ?? Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      last.set(
        request,
        comes.then(() => promise),
      )
      return { comes, end: resolve }
    },
  }
}

function inText(sums: Partial<Record<Outcome, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sums).map(([outcome, count]) => [outcome, String(count)]))
}

/** Mails of one mbox file that is held in memory. */
const MOST_MAILS = 10_000
const TOO_MANY = {
  outcome: 'rejected',
  reason: 'too_many_files',
  detail: `Only the first ${MOST_MAILS} mails of a file are read.`,
} as const

/** Each mail of an mbox file, or the file as it is. */
async function mailsOf(file: ImportFile): Promise<{ mails: ImportFile[]; isCut: boolean }> {
  if (!isMbox(file.bytes)) return { mails: [file], isCut: false }
  const mails: ImportFile[] = []
  const bits = bitByBit(file.bytes)
  for await (const { number, bytes } of messagesOfMbox(bits, { mostBytes: file.bytes.length })) {
    if (mails.length === MOST_MAILS) return { mails, isCut: true }
    if (bytes) mails.push({ name: `${file.name} ${number}`, bytes })
  }
  return { mails: mails.length > 1 ? mails : [file], isCut: false }
}

const BIT_BYTES = 32 * 1024

/** Others have their turns between: a file can be made of nothing but separators. */
async function* bitByBit(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += BIT_BYTES) {
    yield bytes.subarray(at, at + BIT_BYTES)
    await Bun.sleep(0)
  }
}

const nameWithin = (path: string) => path.slice(path.lastIndexOf('/') + 1)
