import { formatListen, type ListenAddress } from '../../config/addresses.ts'
import { type Command, EXIT, fail, type Invocation, misuse, readConfig, sayProblems } from '../command.ts'

/** Where a service says whether it takes mail. */
const READY_PATH = '/readyz'

export const health: Command = {
  name: 'health',
  summary: 'Asks the running service whether it takes mail',
  about:
    'Asks /readyz of the first address in http.listen, for five seconds at most and through no proxy. The exit code is 0 when the service is ready and 1 when it is not, or does not answer. For the health check of a container or a load balancer; mailgauge doctor says more.',
  options: {
    url: {
      value: 'address',
      sentence: 'Asks there, and reads no config. With a path, such as /healthz, that path is asked.',
    },
  },
  configured: true,
  examples: [
    ['mailgauge health', 'The service of the config.'],
    ['mailgauge health --url http://127.0.0.1:8080', 'The service at that address.'],
  ],
  async run(invocation) {
    const url = invocation.value('url')
    const asked = url === undefined ? ofConfig(invocation) : given(invocation, url)
    if (!(asked instanceof URL)) return asked
    const { healthy, says } = await invocation.deps.askHealth(asked)
    if (!healthy) return fail(invocation.io, says)
    invocation.io.out(`${says}\n`)
    return EXIT.done
  },
}

function given({ io }: Invocation, text: string): URL | number {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return misuse(io, `--url: expected an address such as http://127.0.0.1:8080, found "${text}".`)
  }
  if (url.pathname === '/') url.pathname = READY_PATH
  return url
}

/** A check that is run every few seconds does not load what judges the rest of the config. */
function ofConfig(invocation: Invocation): URL | number {
  const { io } = invocation
  const loaded = readConfig(invocation)
  if (!loaded.ok) return sayProblems(io, loaded.problems)
  const [first] = loaded.config.http.listen
  if (!first || first.port === 0) {
    return misuse(io, 'http.listen names no port of its own. Name the address: --url http://127.0.0.1:8080.')
  }
  return new URL(`http://${reachable(first)}${READY_PATH}`)
}

/** A listener on every address is asked on loopback. */
function reachable({ host, port }: ListenAddress): string {
  if (host === undefined || host === '0.0.0.0') return formatListen({ host: '127.0.0.1', port })
  return formatListen({ host: host === '::' ? '::1' : host, port })
}
