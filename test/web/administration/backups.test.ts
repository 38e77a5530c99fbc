import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'
import { until } from '../../support/until.ts'

let site: Dashboard
let root: SignedInPerson
beforeAll(async () => {
  site = await openDashboard()
  root = await site.person({ name: 'Root', isInstanceAdmin: true })
})
afterAll(() => site.close())

const PAGE = '/admin/backups'
const actions = async () => (await site.store.audit.list({ limit: 3 })).map(({ action }) => action)

test('there is none, then one is made, downloaded and deleted, and the log says who did it', async () => {
  expect(await site.html(PAGE, root)).toContain('There is no backup here yet')
  expect(await site.html('/admin', root)).toContain('None is known. There is no schedule.')
  const made = await site.post(PAGE, root, { secrets: 'without' })
  expect(made.headers.get('location')).toBe(`${PAGE}?begun`)
  const backup = await until(async () => (await site.administration.backups.list())[0])
  expect(backup.secrets).toBe(false)
  const html = await site.html(`${PAGE}?begun`, root)
  expect(html).toContain('The backup has begun.')
  expect(html).toContain('Left out')

  const at = `${PAGE}/${backup.name}`
  expect(await site.html(`${at}/download`, root)).toContain('It holds the mail of every account')
  const file = await site.post(`${at}/download`, root)
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${backup.name}"`)
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(await file.text()).toBe(backup.name)

  expect(await site.html(`${at}/delete`, root)).toContain('Delete this backup?')
  expect((await site.post(`${at}/delete`, root)).headers.get('location')).toBe(`${PAGE}?deleted`)
  expect(await actions()).toEqual(['backup.deleted', 'backup.downloaded', 'backup.made'])
})

test('a name that is none of a backup leads nowhere', async () => {
  for (const name of ['none', '..%2fsecrets.key', '..%2f..%2fetc%2fpasswd'])
    for (const what of ['download', 'delete']) {
      expect((await site.ask(`${PAGE}/${name}/${what}`, root)).status).toBe(404)
      expect((await site.post(`${PAGE}/${name}/${what}`, root)).status).toBe(404)
    }
})

test('nobody but instance admins finds the page', async () => {
  const owner = await site.person({}, [(await site.account()).id, 'owner'])
  expect((await site.ask(PAGE, owner)).status).toBe(404)
  expect((await site.post(PAGE, owner)).status).toBe(404)
})
