import { expect, test } from 'bun:test'
import { repairStsPolicy } from '../../../../src/mail/server/transport-policy/sts-repair.ts'

const policy = (mx: string) => `version: STSv1\nmode: testing\nmx: ${mx}\nmax_age: 86400`
const lines = (...patterns: string[]) => [
  'version: STSv1',
  'mode: testing',
  ...patterns.map((pattern) => `mx: ${pattern}`),
  'max_age: 86400',
]

test.each([
  ['a list', 'a.x.example, *.x.example', lines('a.x.example', '*.x.example')],
  ['a preference', '10 a.x.example', lines('a.x.example')],
  ['an address of the web', 'https://a.x.example/', lines('a.x.example')],
  ['a name with a blank', 'a x.example', undefined],
])('%s in a policy', (_what, mx, repaired) => {
  expect(repairStsPolicy(policy(mx), ['a.x.example'])).toEqual(repaired as string[])
})
