import type { AuditEntry } from '../../core/access/audit.ts'
import { type Action, type Actor, accountOf, refusalOf } from '../../core/access/permission.ts'
import { granted, type Refusal, type Result, refused } from '../../core/refusal.ts'
import type { AuditQuery } from '../../store/audit.ts'
import type { Store } from '../../store/store.ts'
import { entryBy } from '../access/by.ts'
import type { Clock } from '../ports.ts'
import { auditCsv, auditJson, CSV_HEADINGS } from './audit-files.ts'
import type { Doer } from './doer.ts'

export interface AuditDeps {
  store: Pick<Store, 'audit' | 'memberships' | 'apiKeys' | 'accounts'>
  clock: Clock
}

/** Whose log is read. */
export type AuditScope = { accountId: string } | 'instance'

/** What is wanted of a log; what is absent is no condition. */
export type AuditFilter = Pick<AuditQuery, 'action' | 'actorId' | 'actorKind' | 'since' | 'until'>

export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[]
  /** Hand it in as `before` for what is older. Absent: there is nothing older. */
  older?: number
}

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export type AuditFormat = (typeof AUDIT_FORMATS)[number]

/** Somebody whose entries can be asked for. */
export interface AuditActorChoice {
  /** An id, or the kind of an actor that has none. */
  value: string
  name: string
}

export interface Audit {
  list(actor: Actor, scope: AuditScope, filter: AuditFilter, before?: number): Promise<Result<AuditPage>>
  /** The same as a file, line by line, however long it is; the reader sets the pace. Stands in the log itself. */
  export(
    doer: Doer,
    scope: AuditScope,
    filter: AuditFilter,
    format: AuditFormat,
  ): Promise<Result<AsyncGenerator<string, void>>>
  /** Whose entries can be asked for; `asked` is among them, by the name that an entry knows. */
  actors(
    scope: AuditScope,
    asked: string | undefined,
    seen: readonly AuditEntry[],
  ): Promise<AuditActorChoice[]>
  /** By id. */
  accountNames(): Promise<ReadonlyMap<string, string>>
}

const PAGE = 50
const EXPORTED_AT_ONCE = 500

const READ_BY: Record<'account' | 'instance', Action> = { account: 'audit.read', instance: 'instance.read' }

/** What people, keys and the operator did, for those who may know. */
export function createAudit({ store, clock }: AuditDeps): Audit {
  const of = (scope: AuditScope) => (scope === 'instance' ? {} : { accountId: scope.accountId })

  return {
    async list(actor, scope, filter, before) {
      const refusal = refusalFor(actor, scope)
      if (refusal) return refused(refusal)
      const query = { ...filter, ...of(scope), ...(before !== undefined && { before }) }
      // One more than is shown tells whether there is more.
      const found = await store.audit.list({ ...query, limit: PAGE + 1 })
      const entries = found.slice(0, PAGE)
      const last = entries.at(-1)
      return granted({ entries, ...(found.length > PAGE && last && { older: last.id }) })
    },

    async export({ actor, by }, scope, filter, format) {
      const refusal = refusalFor(actor, scope)
      if (refusal) return refused(refusal)
      await store.audit.add(
        entryBy(by, clock.now(), { ...of(scope), action: 'audit.exported', target: format }),
      )
      return granted(linesOf(store.audit, { ...filter, ...of(scope) }, format))
    },

    async actors(scope, asked, seen) {
      const known = [
        OPERATOR_CHOICE,
        ...(scope === 'instance' ? [] : await ofAccount(store, scope.accountId)),
      ]
      if (!asked || known.some(({ value }) => value === asked)) return known
      const entry = seen.find(({ actor }) => actor.id === asked)
      return [...known, { value: asked, name: entry?.actor.name ?? asked }]
    },

    accountNames: async () => new Map((await store.accounts.list()).map(({ id, name }) => [id, name])),
  }
}

const OPERATOR_CHOICE: AuditActorChoice = { value: 'operator', name: 'The operator' }

/** Its people and its keys, as they are now. */
async function ofAccount(
  { memberships, apiKeys }: AuditDeps['store'],
  accountId: string,
): Promise<AuditActorChoice[]> {
  const [members, keys] = await Promise.all([memberships.ofAccount(accountId), apiKeys.list(accountId)])
  return [
    ...members.map(({ person }) => ({ value: person.id, name: person.name || person.email })),
    ...keys.map(({ id, name, prefix }) => ({ value: id, name: `Key ${name} (${prefix}…)` })),
  ]
}

function refusalFor(actor: Actor, scope: AuditScope): Refusal | undefined {
  const refusal = refusalOf(actor, READ_BY[scope === 'instance' ? 'instance' : 'account'])
  if (refusal || scope === 'instance' || actor.kind === 'operator') return refusal
  return accountOf(actor) === scope.accountId ? undefined : { kind: 'not_found', what: 'page' }
}

/** A page of the log at a time: nothing is held but what is being written. */
async function* linesOf(
  audit: Store['audit'],
  query: Omit<AuditQuery, 'limit' | 'before'>,
  format: AuditFormat,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield CSV_HEADINGS
  const line = format === 'csv' ? auditCsv : auditJson
  for (let before: number | undefined; ; ) {
    const page = await audit.list({
      ...query,
      ...(before !== undefined && { before }),
      limit: EXPORTED_AT_ONCE,
    })
    if (page.length > 0) yield page.map(line).join('')
    before = page.at(-1)?.id
    if (page.length < EXPORTED_AT_ONCE) return
  }
}
