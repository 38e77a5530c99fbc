import { describe, expect, test } from 'bun:test'
import { REJECTIONS } from '../../../src/core/aggregate/file.ts'
import { outcomeWords } from '../../../src/services/aggregates/outcome-words.ts'
import { dmarcSite } from './dmarc-site.ts'
import { listing } from './fake-dmarc.ts'
import { FULL } from './samples.ts'

const FILES = '/domains/dom-example.org/dmarc/files'
const words = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe('files', () => {
  test('are listed with what became of each, why, and what to do', async () => {
    const { html } = dmarcSite({
      'dom-example.org': {
        files: REJECTIONS.map((reason, at) => listing(`rm_1.${at}`, { outcome: 'rejected', reason })),
      },
    })
    const said = words(await html(FILES))
    for (const reason of REJECTIONS) {
      const { title, says, todo } = outcomeWords({ outcome: 'rejected', reason })
      expect(said).toContain(`Rejected: ${title}`)
      expect(said).toContain(says)
      if (todo) expect(said).toContain(todo)
    }
  })

  test('say whether their mail was authenticated, and that it is asked again', async () => {
    const { html } = dmarcSite({
      'dom-example.org': {
        files: [
          listing('rm_1.1', { authentication: 'undecided' }),
          listing('rm_1.2', { authentication: 'failed' }),
          listing('rm_1.3', { source: 'import', authentication: 'failed', from: 'Ann' }),
        ],
      },
    })
    const said = words(await html(FILES))
    expect(said).toContain('Not authenticated so far: the DNS did not answer, and is asked again for a day')
    expect(said).toContain('By mail, from google.com The mail did not pass DMARC')
    expect(said).toContain('By import, from Ann Nothing proves who sent it')
  })

  test('are counted and filtered by outcome, and paged', async () => {
    const { html, asked } = dmarcSite({ 'dom-example.org': FULL })
    const first = await html(FILES)
    expect(words(first)).toContain(`All ${FULL.files?.length}`)
    expect(words(first)).toContain('Conflicts 1')
    const after = /after=([\w.]+)" rel="next"/.exec(first)?.[1]
    const rest = await html(`${FILES}?after=${after}`)
    expect(rest).toContain('Newest')
    expect(asked.at(-1)).toEqual(['files', 'dom-example.org', { limit: 31, after }])
    expect(words(await html(`${FILES}?outcome=conflict`))).toContain('Conflict A report with the same')
  })
})

describe('a report in conflict', () => {
  const page = `${FILES}/rm_1.2`

  test('is shown beside the stored one, with what differs', async () => {
    const said = words(await dmarcSite({ 'dom-example.org': FULL }).html(page, 'admin'))
    expect(said).toContain('Policy p=quarantine; adkim=r; aspf=r; pct=100 p=none; adkim=r; aspf=r Differs')
    expect(said).toContain('Sender Authenticated Not authenticated Differs')
    expect(said).toContain('Messages 640 9 Differs')
    expect(said).toContain('Made by – – Same')
    expect(said).toContain('Records that only the stored report has')
    expect(said).toContain('And 50 more records')
    expect(said).toContain('Records that only this file has')
    expect(said).toContain('203.0.113.9')
  })

  test('is taken by admins, who are asked first', async () => {
    const { html, post, ask, asked } = dmarcSite({ 'dom-example.org': FULL })
    expect(await html(page, 'viewer')).not.toContain('Take this one instead')
    expect((await ask(`${page}/take`, 'member')).status).toBe(403)
    expect((await post(`${page}/take`, 'member')).status).toBe(403)
    expect(asked.filter(([what]) => what === 'take')).toEqual([])
    expect(await html(page, 'admin')).toContain(`${page}/take`)
    expect(words(await html(`${page}/take`, 'admin'))).toContain('The audit log says who did this')
    const done = await post(`${page}/take`)
    expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?taken`])
    expect(asked.at(-1)).toEqual(['take', 'dom-example.org', 'rm_1.2'])
  })

  test('that is none any more is neither asked about nor taken', async () => {
    const { ask, post } = dmarcSite({ 'dom-example.org': FULL })
    expect((await ask(`${FILES}/rm_1.1/take`, 'admin')).status).toBe(404)
    expect((await post(`${FILES}/rm_1.1/take`)).status).toBe(404)
  })

  test('whose file cannot be read any more says so', async () => {
    const { html } = dmarcSite({
      'dom-example.org': { files: [listing('rm_1.2', { outcome: 'conflict', downloadable: false })] },
    })
    const said = words(await html(page, 'admin'))
    expect(said).toContain('cannot be compared or taken')
    expect(said).not.toContain('Take this one instead')
  })
})
