import { describe, expect, test } from 'bun:test'
import { remarksOn } from '../../src/config/remarks.ts'
import { configOf, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const config = (lines: string) => configOf(`${DOMAIN}[metrics]\n${lines}`)
const remarks = (lines: string) => remarksOn(config(lines)).filter((one) => one.startsWith('metrics.'))

describe('the listener for metrics', () => {
  test('is off, and a port alone is one of this machine', () => {
    expect(configOf(DOMAIN).metrics).toEqual({ listen: [] })
    expect(config('listen = ["9464", "[::1]:9465"]').metrics.listen).toEqual([
      { host: '127.0.0.1', port: 9464 },
      { host: '::1', port: 9465 },
    ])
  })

  test('is said to be public where it is, with what to do', () => {
    expect(remarks('listen = ["127.0.0.1:9464"]')).toEqual([])
    expect(remarks('listen = [":9464", "127.0.0.1:9465"]')).toEqual([
      'metrics.listen: :9464 can be read from other machines, by everybody who reaches them. Set metrics.token, or listen on 127.0.0.1.',
    ])
    expect(remarks('listen = ["192.0.2.1:9464"]\ntoken = "0123456789abcdef"')).toEqual([
      'metrics.listen: 192.0.2.1:9464 can be read from other machines, with metrics.token, which travels in the clear. Let only the Prometheus server reach them.',
    ])
  })

  test('is not where mail or pages come in, and its token is no short one', () => {
    const problems = (lines: string) => problemsOf({ file: `${DOMAIN}[metrics]\n${lines}` }).join()
    expect(problems('listen = ["127.0.0.1:8080"]')).toContain('is also in http.listen or smtp.listen')
    expect(problems('token = "short"')).toContain('at least 16 characters')
    expect(problems('token = "0123456789 abcdef"')).toContain('without blanks')
    expect(problems('listen = ["nowhere"]')).toContain('metrics.listen')
  })
})
