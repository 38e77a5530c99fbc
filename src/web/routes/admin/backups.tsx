import type { Backup } from '../../../core/files/backup.ts'
import { readFields } from '../../forms/fields.ts'
import { type Filled, problemsOf, unfilled } from '../../forms/problems.ts'
import { proofIn, proofProblem } from '../../forms/proof.ts'
import type { VisitFor } from '../../frame/needs.ts'
import { ADMIN_LINKS } from '../../links/admin.ts'
import { BackupsDocument, DeleteBackupDocument, DownloadDocument } from '../../pages/admin/backups.tsx'
import { noSuchPage } from '../../pages/plain.tsx'
import { download, ownPage, seeOther } from '../../respond.ts'
import { by, type Route } from '../../router.ts'
import { doerOf } from '../doer.ts'
import type { AdminDeps } from './deps.ts'

type Changing = VisitFor<'instance.change'>

/** While one is made the page is loaded again so often. */
const LOOK_AGAIN_SECONDS = '3'

const DONE: Readonly<Record<string, string>> = {
  begun: 'The backup has begun.',
  deleted: 'The backup was deleted.',
}

/** `/admin/backups`: those there are, one more, and what becomes of them. */
export function backupRoutes(route: Route, deps: AdminDeps): void {
  route(ADMIN_LINKS.adminBackups, {
    get: by('instance.read', ({ request, site }) => {
      const [done] = new URL(request.url).searchParams.keys()
      return listPage(deps, site, unfilled(), done)
    }),
    post: by('instance.change', (visit) => makeOne(deps, visit)),
  })
  route('/admin/backups/:backup/download', {
    get: by('instance.change', (visit) => asked(deps, visit)),
    post: by('instance.change', (visit) => handOut(deps, visit)),
  })
  route('/admin/backups/:backup/delete', {
    get: by('instance.change', async ({ site, params }) => {
      const backup = await named(deps, params)
      return backup ? ownPage(<DeleteBackupDocument site={site} backup={backup} />) : noSuchPage(site)
    }),
    post: by('instance.change', async (visit) => {
      const gone = await deps.backups.remove(visit.params['backup'] ?? '', doerOf(visit).by)
      return gone ? seeOther(`${ADMIN_LINKS.adminBackups}?deleted`) : noSuchPage(visit.site)
    }),
  })
}

async function named({ backups }: AdminDeps, params: Changing['params']): Promise<Backup | undefined> {
  return (await backups.list()).find(({ name }) => name === params['backup'])
}

async function listPage(
  { backups, clock }: AdminDeps,
  site: Changing['site'],
  filled: Filled,
  done?: string,
): Promise<Response> {
  const state = backups.state()
  const seen = await Promise.all([backups.list(), backups.latest()]).catch((cause: unknown) => String(cause))
  const shown =
    typeof seen === 'string' ? { unread: seen } : { list: seen[0], ...(seen[1] && { latest: seen[1] }) }
  const said = done !== undefined && Object.hasOwn(DONE, done) ? { done: DONE[done] ?? '' } : {}
  const { setting } = backups
  return ownPage(
    <BackupsDocument {...{ site, filled, state, setting }} {...shown} {...said} now={clock.now()} />,
    filled.problems.length > 0 ? 409 : 200,
    state.running ? { refresh: LOOK_AGAIN_SECONDS } : {},
  )
}

const UNDER_WAY = { says: 'Another backup is being made. Wait until it is done.' }

/** It goes on when the page is left. */
async function makeOne(deps: AdminDeps, visit: Changing): Promise<Response> {
  const secrets = (await readFields(visit.request)).text('secrets') !== 'without'
  if (deps.backups.state().running)
    return listPage(deps, visit.site, { typed: {}, problems: problemsOf(UNDER_WAY) })
  void deps.backups.make({ kind: 'manual', secrets, by: doerOf(visit).by })
  return seeOther(`${ADMIN_LINKS.adminBackups}?begun`)
}

async function asked(deps: AdminDeps, visit: Changing, filled = unfilled()): Promise<Response> {
  const { site, params, me } = visit
  const backup = await named(deps, params)
  if (!backup) return noSuchPage(site)
  const proofs = (await deps.confirming?.proofsOf(me.person.id)) ?? []
  const status = filled.problems.length > 0 ? 422 : 200
  return ownPage(<DownloadDocument {...{ site, backup, proofs, filled }} />, status)
}

/** Whoever finds a browser that was left open does not have the mail of everybody. */
async function handOut(deps: AdminDeps, visit: Changing): Promise<Response> {
  const { me, client, params, site } = visit
  const proof = proofIn(await readFields(visit.request))
  const refused = deps.confirming && proofProblem(await deps.confirming.confirm(me, proof, client))
  if (refused) return asked(deps, visit, { typed: {}, problems: [refused] })
  const name = params['backup'] ?? ''
  const bytes = await deps.backups.download(name, doerOf(visit).by)
  return bytes ? download(bytes, name, 'application/zstd') : noSuchPage(site)
}
