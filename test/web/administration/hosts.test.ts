import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Dashboard, openDashboard, type SignedInPerson } from '../../support/dashboard.ts'

let site: Dashboard
let root: SignedInPerson
beforeAll(async () => {
  const seenAt = new Date()
  site = await openDashboard({
    hosts: {
      here: 'mx1.example',
      all: [
        { name: 'mx1.example', program: '1.2.0', seenAt },
        { name: 'mx2.example', program: '1.3.0', seenAt },
      ],
    },
  })
  root = await site.person({ isInstanceAdmin: true })
})
afterAll(() => site.close())

describe('pages of an instance of several hosts', () => {
  test('say which host they were made by, and which there are', async () => {
    const html = await site.html('/admin', root)
    expect(html).toContain('This page was made by <strong>mx1.example</strong>')
    expect(html).toContain('mx2.example')
    expect(html).toContain('1.3.0')
  })

  test('tell errors as those of the host', async () => {
    expect(await site.html('/admin/errors', root)).toContain('on the host mx1.example; each host has its own')
  })

  test('tell of no disk where the database is elsewhere', async () => {
    const html = await site.html('/admin/storage', root)
    expect(html).toContain('In the PostgreSQL database of store.url')
    expect(html).not.toContain('Free on the disk')
    expect(html).not.toContain('store.min_free')
  })
})

test('pages of a single host speak of none', async () => {
  const alone = await openDashboard()
  const admin = await alone.person({ isInstanceAdmin: true })
  expect(await alone.html('/admin', admin)).not.toContain('id="hosts"')
  expect(await alone.html('/admin/errors', admin)).not.toContain('each host has its own')
  expect(await alone.html('/admin/storage', admin)).toContain('Free on the disk')
  await alone.close()
})
