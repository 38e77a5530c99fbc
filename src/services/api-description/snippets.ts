import type { Route } from './operations.ts'

/** A call of one route that can be run as it is; key, token and domain id come from the environment. */
export interface Snippets {
  curl: string
  typescript: string
  python: string
}

/** The query parameters that examples show. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  listTests: ['limit'],
  getTest: ['wait'],
  getDmarcSummary: ['days'],
  listDmarcReports: ['days', 'limit'],
  listDmarcSources: ['days', 'group_by'],
}

/** The environment variable that holds a placeholder of a path. */
const VARIABLES: Readonly<Record<string, string>> = { token: 'TOKEN', id: 'DOMAIN_ID' }

export function snippetsOf(route: Route, baseUrl: string): Snippets {
  const isKeyed = route.security.length > 0
  const address = (placed: (variable: string) => string) =>
    baseUrl +
    route.path.replace(/\{(\w+)\}/g, (_, name: string) => placed(VARIABLES[name] ?? '')) +
    queryOf(route)
  return {
    curl: curlOf(
      route,
      address((variable) => `$${variable}`),
      isKeyed,
    ),
    typescript: typescriptOf(
      route,
      address((variable) => `\${process.env.${variable}}`),
      isKeyed,
    ),
    python: pythonOf(
      route,
      address((variable) => `{os.environ['${variable}']}`),
      isKeyed,
    ),
  }
}

function queryOf({ operationId, parameters = [] }: Route): string {
  const shown = parameters.filter(({ name }) => SHOWN[operationId]?.includes(name))
  const pairs = shown.map(({ name, example }) => `${name}=${String(example)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function curlOf({ method }: Route, address: string, isKeyed: boolean): string {
  const verb = method === 'post' ? ' --request POST' : ''
  const key = isKeyed ? ' \\\n  --header "Authorization: Bearer $MAILGAUGE_API_KEY"' : ''
  return `curl${verb} "${address}"${key}`
}

function typescriptOf({ method }: Route, address: string, isKeyed: boolean): string {
  const quoted = address.includes('${') ? `\`${address}\`` : `'${address}'`
  const options = [
    ...(method === 'post' ? ["  method: 'POST',"] : []),
    ...(isKeyed ? ["  headers: { authorization: 'Bearer ' + process.env.MAILGAUGE_API_KEY },"] : []),
  ]
  const call = options.length === 0 ? `fetch(${quoted})` : `fetch(${quoted}, {\n${options.join('\n')}\n})`
  return `const response = await ${call}
const body = await response.json()
if (!response.ok) throw new Error(body.error)
console.log(JSON.stringify(body, null, 2))`
}

function pythonOf({ method }: Route, address: string, isKeyed: boolean): string {
  const quoted = address.includes('{') ? `f"${address}"` : `"${address}"`
  const lines = [
    `    ${quoted},`,
    ...(method === 'post' ? ['    method="POST",'] : []),
    ...(isKeyed ? ['    headers={"Authorization": f"Bearer {os.environ[\'MAILGAUGE_API_KEY\']}"},'] : []),
  ]
  return `import json
import os
import urllib.request

request = urllib.request.Request(
${lines.join('\n')}
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`
}
