import { expect, test } from 'bun:test'
import { RULES } from '../../support/builders.ts'
import { DKIM, DKIM_FAILED, SPF } from '../checks.ts'
import { report } from '../reports.ts'
import { siteUnderTest } from '../site-under-test.ts'

const DECIDED = { withholdingVersion: RULES.version }

test('a report says what changed since the message before it, and leads to both', async () => {
  const { ask, fake } = siteUnderTest()
  const token = await fake.create()
  const html = async (query = '') => (await ask(`/t/${token}${query}`)).text()
  const first = fake.receive(token)
  fake.finish(token, first, report([SPF, DKIM_FAILED], DECIDED))
  expect(await html()).not.toContain('class="since"')
  const broken = fake.receive(token)
  fake.finish(token, broken, 'It is no message.')
  const third = fake.receive(token)
  fake.finish(token, third, report([SPF, DKIM], DECIDED))
  const text = await html()
  expect(text).toContain('+1.5 since message 1: DKIM fixed</a>')
  expect(text).toContain(`/t/${token}/compare?a=${first}&amp;b=${third}`)
  // The earlier report is compared with what was before it: nothing.
  expect(await html(`?m=${first}`)).not.toContain('class="since"')
  const fourth = fake.receive(token)
  fake.finish(token, fourth, report([SPF, DKIM], DECIDED))
  expect(await html()).toContain('No change since message 3</a>')
  expect(await html(`?m=${third}`)).toContain('+1.5 since message 1: DKIM fixed</a>')
})
