import type { Scope } from '../../core/access/api-key.ts'

/** Lines that can be run as they are, with a key in place. */
export interface KeyLines {
  /** What it is for. */
  title: string
  text: string
}

interface Asked {
  key: string
  scopes: readonly Scope[]
  /** Without a slash at its end. */
  baseUrl: string
  /** Of the service, in evaluation: as `swaks --server` takes it. */
  smtpServer?: string
  /** What to type to run this program here, where it is not installed. */
  program?: string
}

/** What a key of these scopes can do, to be copied: curl, a test mail by swaks, and a CI pipeline. */
export function keyLines({ key, scopes, baseUrl, smtpServer, program = 'mailgauge' }: Asked): KeyLines[] {
  const has = (scope: Scope) => scopes.includes(scope)
  const server = smtpServer === undefined ? '' : ` --server ${smtpServer}`
  const lines: KeyLines[] = [{ title: 'curl', text: curl(key, baseUrl, has('tests:write'), pathOf(scopes)) }]
  if (has('tests:write')) lines.push({ title: 'A test mail with swaks', text: swaks(key, baseUrl, server) })
  if (has('tests:write') && has('tests:read')) {
    lines.push({ title: 'A CI pipeline', text: pipeline(key, baseUrl, server, program) })
  }
  return lines
}

/** What a key reads. */
function pathOf(scopes: readonly Scope[]): string {
  if (scopes.includes('tests:read')) return '/v1/tests'
  return scopes.includes('domains:read') ? '/v1/domains' : '/v1/whoami'
}

function curl(key: string, baseUrl: string, writes: boolean, reads: string): string {
  const verb = writes ? ' --request POST' : ''
  return `curl${verb} "${baseUrl}${writes ? '/v1/tests' : reads}" \\\n  --header "Authorization: Bearer ${key}"`
}

function swaks(key: string, baseUrl: string, server: string): string {
  return [
    'address=$(curl --silent --fail --request POST \\',
    `  --header "Authorization: Bearer ${key}" \\`,
    `  "${baseUrl}/v1/tests" | jq --raw-output .address)`,
    `swaks${server} --to "$address" --from you@example.org`,
  ].join('\n')
}

function pipeline(key: string, baseUrl: string, server: string, program: string): string {
  return [
    '# Once, so that the pipeline has the key as a secret and no file does:',
    `#   gh secret set MAILGAUGE_API_KEY --body ${key}`,
    `export MAILGAUGE_API_URL=${baseUrl}`,
    `export MAILGAUGE_API_KEY=${key}`,
    `${program} test create > test.env`,
    '. ./test.env',
    `swaks${server} --to "$address" --from news@example.org`,
    `${program} test gate "$token" --min-score 9 --timeout 10m`,
  ].join('\n')
}
