import { describe, expect, test } from 'bun:test'
import { configOf, load, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'

describe('what is not known is refused by name', () => {
  test.each([
    [
      '[smtp]\nlissten = ":25"',
      'smtp.lissten (mailgauge.toml, line 2): there is no such option, did you mean smtp.listen?',
    ],
    ['[smpt]\n', '[smpt] (mailgauge.toml, line 1): there is no such section, did you mean [smtp]?'],
    [
      '[http]\ndomain = "x"',
      'http.domain (mailgauge.toml, line 2): there is no such option, did you mean smtp.domain?',
    ],
    [
      'default_plan = "x"',
      'default_plan (mailgauge.toml, line 1): there is no such option outside a section, did you mean accounts.default_plan?',
    ],
    ['smtp = 5', 'smtp (mailgauge.toml, line 1): expected a section [smtp], found a single value.'],
    ['[dns]\nquux = 1', 'dns.quux (mailgauge.toml, line 2): there is no such option.'],
    [
      '[plans.pro]\nrate = 5',
      'plans.pro.rate (mailgauge.toml, line 2): there is no such option, did you mean rate_per_minute?',
    ],
    ['[plans]\npro = 5', '[plans.pro] (mailgauge.toml, line 2): expected a table, found 5.'],
    [
      '[plans."A b"]',
      "[plans.A b] (mailgauge.toml, line 1): a plan's name is lower-case letters, digits and hyphens, at most 32.",
    ],
  ])('%p', (file, problem) => {
    expect(problemsOf({ file })).toContain(problem)
  })

  test.each([
    [
      'MAILGAUGE_SMTP_LISTN',
      ':25',
      'MAILGAUGE_SMTP_LISTN: there is no such variable, did you mean MAILGAUGE_SMTP_LISTEN?',
    ],
    [
      'MAILGAUGE_SMTP_DOMAN_FILE',
      '/x',
      'MAILGAUGE_SMTP_DOMAN_FILE: there is no such variable, did you mean MAILGAUGE_SMTP_DOMAIN_FILE?',
    ],
    [
      'MAILGAUGE_CONFIG_FILE',
      '/x',
      'MAILGAUGE_CONFIG_FILE: there is no such variable, did you mean MAILGAUGE_CONFIG?',
    ],
    ['MAILGAUGE_PLANS_PRO_API', '1', 'MAILGAUGE_PLANS_PRO_API: plans come from the config file only.'],
    ['MAILGAUGE_QUUX', '1', 'MAILGAUGE_QUUX: there is no such variable.'],
  ])('%s', (variable, value, problem) => {
    expect(problemsOf({ file: DOMAIN, environment: { [variable]: value } })).toEqual([problem])
  })

  test.each([
    ['smtp.lissten=1', '--smtp.lissten: there is no such option, did you mean --smtp.listen?'],
    [
      'web.trusted_proxies=1',
      '--web.trusted_proxies: there is no such option, did you mean --http.trusted_proxies?',
    ],
    ['plans.pro.api=true', '--plans.pro.api: plans come from the config file only.'],
    ['dns.tries', '--dns.tries: expected a whole number from 1 to 10, found nothing.'],
  ])('--%s', (flag, problem) => {
    expect(problemsOf({ file: DOMAIN, flags: [flag] })).toEqual([problem])
  })
})

describe('a wrong value is named with what is expected', () => {
  test.each([
    [
      '[smtp]\nmax_message = true',
      'smtp.max_message (mailgauge.toml, line 2): expected a size such as "25MB", from 64KB to 256MB, found true.',
    ],
    [
      '[smtp]\nmax_message = "1GB"',
      'smtp.max_message (mailgauge.toml, line 2): expected a size such as "25MB", from 64KB to 256MB, found "1GB".',
    ],
    [
      '[smtp]\nidle_timeout = 300',
      'smtp.idle_timeout (mailgauge.toml, line 2): expected a duration with its unit, such as "15s" or "30 days", from 1s to 1 hour, found 300.',
    ],
    [
      '[smtp]\nmax_recipients = 0',
      'smtp.max_recipients (mailgauge.toml, line 2): expected a whole number from 1 to 10000, found 0.',
    ],
    [
      '[smtp]\nmax_recipients = 1.5',
      'smtp.max_recipients (mailgauge.toml, line 2): expected a whole number from 1 to 10000, found 1.5.',
    ],
    [
      '[smtp]\ndomain = "192.0.2.1"',
      'smtp.domain (mailgauge.toml, line 2): expected a domain name such as "in.example.com", found "192.0.2.1".',
    ],
    [
      '[http]\nlisten = "127.0.0.1:1"',
      'http.listen (mailgauge.toml, line 2): expected a list, each item an address and port such as "127.0.0.1:8080", "[::1]:8080" or ":25" (every address), found "127.0.0.1:1".',
    ],
    [
      '[http]\nlisten = ["a:1", "::1:25"]',
      'http.listen (mailgauge.toml, line 2): expected an address and port such as "127.0.0.1:8080", "[::1]:8080" or ":25" (every address), found "::1:25".',
    ],
    [
      '[http]\ntrusted_proxies = ["10.0.0.0/33"]',
      'http.trusted_proxies (mailgauge.toml, line 2): expected an address or a block such as "10.0.0.0/8" or "2001:db8::/32", found "10.0.0.0/33".',
    ],
    [
      '[site]\nbase_url = "https://x.example.com/path"',
      'site.base_url (mailgauge.toml, line 2): expected an address such as "https://mailgauge.example.com", without a path, found "https://x.example.com/path".',
    ],
    [
      '[anonymous]\nenabled = "yes"',
      'anonymous.enabled (mailgauge.toml, line 2): expected true or false, found "yes".',
    ],
    [
      '[log]\nlevel = "loud"',
      'log.level (mailgauge.toml, line 2): expected one of debug, info, warn, error, found "loud".',
    ],
    [
      '[dns]\nservers = ["dns.google"]',
      'dns.servers (mailgauge.toml, line 2): expected an address such as "127.0.0.1", "9.9.9.9:53" or "[::1]:5353", found "dns.google".',
    ],
    [
      '[spamassassin]\naddress = "127.0.0.1"',
      'spamassassin.address (mailgauge.toml, line 2): expected an address and port such as "127.0.0.1:783", or the absolute path of a socket, found "127.0.0.1".',
    ],
    [
      '[rspamd]\nurl = "127.0.0.1:11333"',
      'rspamd.url (mailgauge.toml, line 2): expected an address such as "http://127.0.0.1:11333", or the absolute path of a socket, found "127.0.0.1:11333".',
    ],
    [
      '[plans.pro]\nburst = "many"',
      'plans.pro.burst (mailgauge.toml, line 2): expected a whole number from 0 to 1000000, found "many".',
    ],
  ])('%p', (file, problem) => {
    expect(problemsOf({ file })).toContain(problem)
  })

  test('a secret is not repeated', () => {
    const problems = problemsOf({ file: `${DOMAIN}[blocklists]\nkeys = { zen = 5, other = "hush" }` })
    expect(problems).toEqual([
      'blocklists.keys (mailgauge.toml, line 4): expected a table of names and texts, found something else.',
    ])
  })
})

describe('options that contradict each other', () => {
  test.each([
    ['tls_cert = "c.pem"', 'smtp.tls_key: must be set, because smtp.tls_cert is.'],
    [
      'max_message = "256MB"\nsession_memory = "64MB"',
      'smtp.session_memory: must hold at least one message of smtp.max_message.',
    ],
    [
      '[tests]\nbytes_per_test = "1MB"',
      'tests.bytes_per_test: must hold at least one message of smtp.max_message.',
    ],
    [
      '[accounts]\ndefault_plan = "pro"',
      'accounts.default_plan: there is no plan "pro"; there are self-hosted.',
    ],
    ['listen = ["127.0.0.1:8080"]', 'smtp.listen: 127.0.0.1:8080 is also in http.listen.'],
    ['[http]\nlisten = []', 'http.listen: must name at least one address.'],
    [
      '[blocklists]\nenable = ["psbl"]\ndisable = ["psbl"]',
      'blocklists.disable: "psbl" is also in blocklists.enable.',
    ],
  ])('%p', (lines, problem) => {
    expect(problemsOf({ file: `${DOMAIN}${lines}` })).toContain(problem)
  })
})

test('all problems are told at once', () => {
  const problems = problemsOf({
    file: '[smtp]\nlissten = 1\nmax_message = 1\ntls_key = "k"\n[log]\nlevel = 1\n',
    environment: { MAILGAUGE_NOPE: '1' },
    flags: ['dns.tries=eleven'],
  })
  expect(problems).toHaveLength(7)
})

test('plans of the file stand beside the built-in one, or change single keys of it', () => {
  const { plans } = configOf(`${DOMAIN}[plans.self-hosted]\nburst = 7\n[plans.free]\nmonthly_tests = 0\n`)
  expect(plans).toEqual({
    'self-hosted': { name: 'self-hosted', api: true, ratePerMinute: 600, burst: 7 },
    free: { name: 'free', api: false, ratePerMinute: 60, burst: 20, monthlyTests: 0 },
  })
})

test('a section may be written with dotted keys, and names of JavaScript are no options', () => {
  expect(configOf('smtp.domain = "in.example.com"').smtp.domain).toBe('in.example.com')
  expect(load({ file: `${DOMAIN}constructor = 1\n[__proto__]\nx = 1` })).toMatchObject({ ok: false })
})
