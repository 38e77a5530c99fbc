import type { Route } from './operations.ts'

/** A call of one route that can be run as it is; key, token and domain id come from the environment. */
export interface Snippets {
  curl: string
  typescript: string
  python: string
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

function queryOf({ shown }: Route): string {
  const pairs = shown.map(({ name, example }) => `${name}=${String(example)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** As one line; the examples hold no quotation mark but those of JSON. */
function bodyOf({ requestBody }: Route): string | undefined {
  return requestBody && JSON.stringify(requestBody.content['application/json'].example)
}

function curlOf(route: Route, address: string, isKeyed: boolean): string {
  const { method } = route
  const body = bodyOf(route)
  const verb = method === 'get' ? '' : ` --request ${method.toUpperCase()}`
  const key = isKeyed ? ' \\\n  --header "Authorization: Bearer $MAILGAUGE_API_KEY"' : ''
  const sent = body && ` \\\n  --header "Content-Type: application/json" \\\n  --data '${body}'`
  return `curl${verb} "${address}"${key}${sent ?? ''}`
}

function typescriptOf(route: Route, address: string, isKeyed: boolean): string {
  const { method } = route
  const body = bodyOf(route)
  const headers = [
    ...(isKeyed ? ["authorization: 'Bearer ' + process.env.MAILGAUGE_API_KEY"] : []),
    ...(body ? ["'content-type': 'application/json'"] : []),
  ]
  const quoted = address.includes('${') ? `\`${address}\`` : `'${address}'`
  const options = [
    ...(method === 'get' ? [] : [`  method: '${method.toUpperCase()}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body ? [`  body: '${body}',`] : []),
  ]
  const call = options.length === 0 ? `fetch(${quoted})` : `fetch(${quoted}, {\n${options.join('\n')}\n})`
  return `const response = await ${call}
const body = await response.json()
if (!response.ok) throw new Error(body.error)
console.log(JSON.stringify(body, null, 2))`
}

function pythonOf(route: Route, address: string, isKeyed: boolean): string {
  const { method } = route
  const body = bodyOf(route)
  const headers = [
    ...(isKeyed ? ['"Authorization": f"Bearer {os.environ[\'MAILGAUGE_API_KEY\']}"'] : []),
    ...(body ? ['"Content-Type": "application/json"'] : []),
  ]
  const quoted = address.includes('{') ? `f"${address}"` : `"${address}"`
  const lines = [
    `    ${quoted},`,
    ...(method === 'get' ? [] : [`    method="${method.toUpperCase()}",`]),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body ? [`    data=b'${body}',`] : []),
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
