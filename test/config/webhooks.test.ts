import { expect, test } from 'bun:test'
import { configOf, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const config = (lines: string) => configOf(`${DOMAIN}[webhooks]\n${lines}`)

test('webhooks go to public addresses alone unless blocks are named', () => {
  expect(configOf(DOMAIN).webhooks).toEqual({ allowPrivate: [], timeout: 15_000 })
  expect(config('allow_private = ["10.0.0.0/8", "127.0.0.1", "fd00::/8"]\ntimeout = "5s"').webhooks).toEqual({
    allowPrivate: ['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8'],
    timeout: 5_000,
  })
})

test('what is no block, and a time out of bounds, is refused', () => {
  const problems = (lines: string) => problemsOf({ file: `${DOMAIN}[webhooks]\n${lines}` }).join()
  expect(problems('allow_private = ["localhost"]')).toContain('webhooks.allow_private')
  expect(problems('allow_private = ["10.0.0.0/33"]')).toContain('webhooks.allow_private')
  expect(problems('timeout = "2 minutes"')).toContain('webhooks.timeout')
})
