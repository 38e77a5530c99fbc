import { describe, expect, test } from 'bun:test'
import { ENTRIES, variableOf } from '../../src/config/catalogue.ts'
import { configOf, folder, load, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'

describe('which source wins', () => {
  test('flag before variable before file before default', () => {
    const file = `${DOMAIN}max_recipients = 2\n[log]\nlevel = "warn"\n`
    const environment = { MAILGAUGE_SMTP_MAX_RECIPIENTS: '3', MAILGAUGE_LOG_LEVEL: 'error' }
    expect(configOf(DOMAIN).smtp.maxRecipients).toBe(100)
    expect(configOf(file).smtp.maxRecipients).toBe(2)
    expect(configOf(file, { environment }).smtp.maxRecipients).toBe(3)
    const flags = ['smtp.max_recipients=4']
    const loaded = load({ file, environment, flags })
    expect(loaded).toMatchObject({
      ok: true,
      config: { smtp: { maxRecipients: 4 }, log: { level: 'error' } },
    })
    if (!loaded.ok) return
    const from = Object.fromEntries(loaded.settings.map((setting) => [setting.name, setting.from]))
    expect(from['smtp.max_recipients']).toBe('--smtp.max_recipients')
    expect(from['log.level']).toBe('MAILGAUGE_LOG_LEVEL')
    expect(from['smtp.domain']).toBe('mailgauge.toml, line 2')
    expect(from['dns.tries']).toBe('default')
    expect(from['smtp.hostname']).toBe('smtp.domain')
  })

  test('a flag given again adds to a list and replaces a single value', () => {
    const config = configOf(DOMAIN, {
      flags: ['http.listen=127.0.0.1:1', 'http.listen=[::1]:2,:3', 'dns.tries=3', 'dns.tries=4'],
    })
    expect(config.http.listen).toEqual([
      { host: '127.0.0.1', port: 1 },
      { host: '::1', port: 2 },
      { port: 3 },
    ])
    expect(config.dns.tries).toBe(4)
  })

  test('short flags stand for options', () => {
    const config = configOf(DOMAIN, { flags: ['data=/tmp/d', 'http=:80', 'base-url=https://x.example.com/'] })
    expect(config.store.directory).toBe('/tmp/d')
    expect(config.http.listen).toEqual([{ port: 80 }])
    expect(config.site.baseUrl).toBe('https://x.example.com')
  })

  test('an empty variable counts as not set', () => {
    expect(load({ environment: { MAILGAUGE_SMTP_DOMAIN: '' } })).toMatchObject({
      ok: true,
      config: { evaluation: true },
    })
  })
})

describe('the file', () => {
  const elsewhere = { '/etc/mailgauge/mailgauge.toml': '[smtp]\ndomain = "etc.example.com"\n' }

  test('the working directory before /etc', () => {
    expect(configOf(DOMAIN, { files: elsewhere }).smtp.domain).toBe('in.example.com')
    const loaded = load({ files: elsewhere })
    expect(loaded).toMatchObject({ ok: true, file: '/etc/mailgauge/mailgauge.toml' })
  })

  test('is named whole where the working directory is /, as that of a service', () => {
    const files = { '/etc/mailgauge/mailgauge.toml': '[smtp]\ndomain = "in.example.com"\nhostnam = "x"\n' }
    expect(problemsOf({ files, cwd: '/' })).toEqual([
      expect.stringContaining('smtp.hostnam (/etc/mailgauge/mailgauge.toml, line 3)'),
    ])
  })

  test('--config before MAILGAUGE_CONFIG before the usual places', () => {
    const files = {
      ...elsewhere,
      '/a.toml': '[smtp]\ndomain="a.example.com"',
      '/b.toml': '[smtp]\ndomain="b.example.com"',
    }
    const environment = { MAILGAUGE_CONFIG: '/b.toml' }
    expect(load({ files, environment })).toMatchObject({ config: { smtp: { domain: 'b.example.com' } } })
    const loaded = load({ files, environment, configPath: '../../a.toml' })
    expect(loaded).toMatchObject({ config: { smtp: { domain: 'a.example.com' } } })
  })

  test('a named file that is missing or unreadable is a problem, never an evaluation', () => {
    expect(problemsOf({ configPath: 'nowhere.toml' })).toContain(
      `There is no config file ${folder}/nowhere.toml.`,
    )
    const denied = () => {
      throw new Error('permission denied')
    }
    expect(problemsOf({ files: { '/etc/mailgauge/mailgauge.toml': denied } })).toEqual([
      'The config file /etc/mailgauge/mailgauge.toml cannot be read: permission denied.',
    ])
  })

  test('relative paths count from the folder of the file, or from the working directory', () => {
    const file = '[smtp]\ndomain = "in.example.com"\n[store]\ndirectory = "kept"'
    const files = { '/etc/mailgauge/mailgauge.toml': file }
    expect(load({ files })).toMatchObject({ config: { store: { directory: '/etc/mailgauge/kept' } } })
    expect(load({ files, flags: ['data=here'] })).toMatchObject({
      config: { store: { directory: `${folder}/here` } },
    })
  })

  test('text that is no TOML is told with its line, and nothing is guessed', () => {
    expect(problemsOf({ file: '[smtp]\ndomain = \n' })).toEqual([
      expect.stringMatching(/^mailgauge\.toml, line 2, column \d+: .+\.$/),
    ])
  })
})

describe('a variable may name a file with its content', () => {
  test('for every option, without one final newline', () => {
    for (const { name } of ENTRIES) {
      const environment = {
        MAILGAUGE_SMTP_DOMAIN: 'in.example.com',
        [`${variableOf(name)}_FILE`]: '/run/secret',
      }
      const problems = problemsOf({ environment, files: { '/run/secret': 'a\u0007b\n' } })
      expect(problems).toEqual([expect.stringContaining(`${variableOf(name)}_FILE`)])
      expect(problems.join()).not.toContain('a\u0007b')
    }
    const environment = { MAILGAUGE_SMTP_DOMAIN_FILE: 'domain', MAILGAUGE_BLOCKLISTS_KEYS_FILE: '/run/keys' }
    const files = { [`${folder}/domain`]: 'in.example.com\n', '/run/keys': 'spamhaus-zen=ab=c\nother=d\n' }
    expect(load({ environment, files })).toMatchObject({
      ok: true,
      config: {
        smtp: { domain: 'in.example.com' },
        blocklists: { keys: { 'spamhaus-zen': 'ab=c', other: 'd' } },
      },
    })
  })

  test('a missing file and a variable given twice are told', () => {
    const environment = {
      MAILGAUGE_SMTP_DOMAIN: 'in.example.com',
      MAILGAUGE_SMTP_DOMAIN_FILE: '/x',
      MAILGAUGE_LOG_LEVEL_FILE: '/y',
    }
    expect(problemsOf({ environment })).toEqual([
      'MAILGAUGE_SMTP_DOMAIN_FILE: MAILGAUGE_SMTP_DOMAIN is set too. Set one of them.',
      'MAILGAUGE_LOG_LEVEL_FILE: there is no file /y.',
    ])
  })
})

describe('evaluation', () => {
  test('no file and no variable: loopback, ports and folder as promised', () => {
    const loaded = load({})
    expect(loaded).toMatchObject({
      ok: true,
      config: {
        evaluation: true,
        site: { baseUrl: 'http://localhost:8080' },
        http: { listen: [{ host: '127.0.0.1', port: 8080 }] },
        smtp: {
          listen: [{ host: '127.0.0.1', port: 2525 }],
          domain: 'mailgauge.localhost',
          hostname: 'mailgauge.localhost',
        },
        store: { directory: `${folder}/data` },
      },
    })
  })

  test.each([
    ['127.0.0.1:8081', 'http://localhost:8081'],
    ['[::1]:80', 'http://localhost'],
    ['127.0.0.2:8081', 'http://127.0.0.2:8081'],
  ])(
    'at %s it is opened by a name where it has one, as passkeys and sessions belong to names',
    (at, baseUrl) => {
      expect(load({ flags: [`http=${at}`] })).toMatchObject({ config: { site: { baseUrl } } })
      expect(load({ flags: [`http=${at}`, 'site.base_url=http://127.0.0.1:1'] })).toMatchObject({
        config: { site: { baseUrl: 'http://127.0.0.1:1' } },
      })
    },
  )

  test('flags for ports and the data directory keep it one', () => {
    const flags = ['http=[::1]:0', 'smtp=localhost:0', 'data=elsewhere']
    expect(load({ flags })).toMatchObject({
      ok: true,
      config: { evaluation: true, store: { directory: `${folder}/elsewhere` } },
    })
  })

  test.each(['http=0.0.0.0:8080', 'smtp=:2525', 'http=192.0.2.1:80', 'smtp=[::]:25', 'http=example.com:80'])(
    '--%s is refused: it would listen beyond this machine',
    (flag) => {
      const problems = problemsOf({ flags: [flag] })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain('Write a config file first')
    },
  )

  test('a variable ends it: the mail domain must then be given', () => {
    const problems = problemsOf({ environment: { MAILGAUGE_LOG_LEVEL: 'debug' } })
    expect(problems).toEqual([
      expect.stringMatching(/^smtp\.domain: must be set, such as "in\.example\.com"\./),
    ])
  })

  test('variables that Kubernetes sets for a service named mailgauge are not ours', () => {
    const environment = {
      MAILGAUGE_PORT: 'tcp://10.0.0.1:80',
      MAILGAUGE_SERVICE_HOST: '10.0.0.1',
      MAILGAUGE_HTTP_SERVICE_PORT_HTTP: '80',
      MAILGAUGE_PORT_80_TCP_ADDR: '10.0.0.1',
    }
    expect(load({ environment })).toMatchObject({ ok: true, config: { evaluation: true } })
  })
})
