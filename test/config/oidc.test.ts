import { describe, expect, test } from 'bun:test'
import { configOf, problemsOf } from './loading.ts'

const DOMAIN = '[smtp]\ndomain = "in.example.com"\n'
const oidc = (lines: string) => `${DOMAIN}[oidc]\n${lines}\n`
const PROVIDER = 'issuer = "https://login.example.com/realms/main"\nclient_id = "mailgauge"\n'

describe('[oidc]', () => {
  test('is not needed', () => {
    expect(configOf(DOMAIN).oidc).toEqual({
      name: 'single sign-on',
      scopes: ['openid', 'email', 'profile'],
      createPeople: false,
      account: 'default',
      adminGroups: [],
      memberGroups: [],
      viewerGroups: [],
      disablePassword: false,
    })
  })

  test.each([
    ['issuer = "https://login.example.com"', 'oidc.client_id: must be set, because oidc.issuer is.'],
    ['client_id = "mailgauge"', 'oidc.issuer: must be set, because oidc.client_id is.'],
    ['disable_password = true', 'oidc.disable_password: oidc.issuer must be set, or nobody could sign in.'],
    [`${PROVIDER}scopes = ["email"]`, 'oidc.scopes: must hold "openid".'],
    [`${PROVIDER}admin_groups = ["a"]`, 'oidc.group_claim: must be set, because groups are.'],
  ])('%j', (lines, problem) => {
    expect(problemsOf({ file: oidc(lines) })).toEqual([problem])
  })

  test.each([
    'http://login.example.com',
    'https://login.example.com/?a',
    'https://login.example.com/#a',
    'https://me:secret@login.example.com',
    'login.example.com',
    'ftp://login.example.com',
  ])('%s is no issuer', (issuer) => {
    const [problem = ''] = problemsOf({ file: oidc(`issuer = "${issuer}"\nclient_id = "mailgauge"`) })
    expect(problem).toContain('oidc.issuer')
  })

  test.each(['http://localhost:9000', 'http://127.0.0.1:9000/a', 'http://[::1]:9000'])(
    '%s is one',
    (issuer) => {
      expect(configOf(oidc(`issuer = "${issuer}"\nclient_id = "mailgauge"`)).oidc.issuer).toBe(issuer)
    },
  )
})
