import { classifyAddress } from '../../../../net/ip.ts'
import type { Context, FrontSeen } from '../../context.ts'
import { dnsWords, FAILURE_WORDS } from '../../failure-words.ts'
import {
  attention,
  command,
  type Inquiry,
  inConfig,
  inDns,
  ok,
  problem,
  type Seen,
  unknown,
} from '../../finding.ts'
import { START_SERVICE } from '../../next-steps.ts'

const EXAMPLE = 'base_url = "https://mailgauge.example.com"'

export const baseUrl: Inquiry<Context> = {
  id: 'base-url',
  title: 'Address of the web site',
  read: 'docs/operating.md#base-url',
  needs: ['site.base_url'],
  async look(context) {
    const { settings, service } = context
    const { baseUrl: url } = settings
    if (settings.evaluation) {
      return attention(
        `This is an evaluation: ${url} is reached from this machine alone.`,
        command(
          'To run it for others, write a config and set what it asks for:',
          'mailgauge config init mailgauge.toml',
        ),
      )
    }
    const inTheClear = judgeScheme(url)
    if (inTheClear?.state === 'problem') return inTheClear
    const reached = judgeFront(await context.front(), url, service !== 'none')
    return reached.state === 'ok' && inTheClear ? inTheClear : reached
  },
}

function judgeScheme(base: string): Seen | undefined {
  const { protocol, hostname } = new URL(base)
  if (protocol === 'https:') return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const kind = classifyAddress(host)
  const step = inConfig(
    'Put a reverse proxy with a certificate before http.listen, and set its address in mailgauge.toml:',
    'site',
    EXAMPLE,
  )
  if (kind === 'loopback' || host === 'localhost')
    return attention(
      `site.base_url is ${base}: links in mail and on pages lead nowhere from other machines.`,
      step,
    )
  const isInside = kind !== undefined && kind !== 'public'
  const says = `site.base_url is ${base}: passwords and sessions cross the network in the clear.`
  return isInside ? attention(says, step) : problem(says, step)
}

function judgeFront(front: FrontSeen, url: string, runs: boolean): Seen {
  const elsewhere = command('Ask from another machine:', `curl -i ${url}/readyz`)
  switch (front.kind) {
    case 'own':
      return ok(`${url} leads to this service.`)
    case 'no_key':
      return unknown(
        `Whether ${url} leads to this service cannot be told without its key. ${front.says}`,
        elsewhere,
      )
    case 'no_address':
      return problem(
        `${front.host}, the host of site.base_url, has no address in the DNS.`,
        inDns('Publish the address of the reverse proxy:', `${front.host}. IN A <its address>`),
      )
    case 'dns_failure':
      return unknown(
        `The address of ${front.host} could not be asked for: ${dnsWords(front.reason)}.`,
        elsewhere,
      )
    case 'failure':
      return judgeFailure(front, url, runs)
    case 'other':
      return judgeOther(front, url, runs)
  }
}

function judgeFailure(front: FrontSeen & { kind: 'failure' }, url: string, runs: boolean): Seen {
  const elsewhere = command('Ask from another machine:', `curl -i ${url}/readyz`)
  const words = FAILURE_WORDS[front.reason as keyof typeof FAILURE_WORDS] ?? front.reason
  if (!runs)
    return unknown(`${url} gave no answer (${words}). The service does not run, so it cannot.`, START_SERVICE)
  if (front.ours) {
    return problem(
      `${url} leads to ${front.address}, which is this machine, and there was no answer: ${words}.`,
      { says: 'Start the reverse proxy, and let it pass requests on to the address of http.listen.' },
    )
  }
  return unknown(
    `${url} leads to ${front.address}, and from here there was no answer: ${words}. Behind NAT that may be so although others reach it.`,
    elsewhere,
  )
}

function judgeOther(front: FrontSeen & { kind: 'other' }, url: string, runs: boolean): Seen {
  const { status, server, location } = front.web
  const by = server === undefined ? '' : ` by ${JSON.stringify(server)}`
  if (!runs) {
    return unknown(
      `${url} was answered with status ${status}${by}. The service does not run, so it cannot be told whether it leads here.`,
      START_SERVICE,
    )
  }
  if (location !== undefined && status >= 300 && status < 400) {
    return problem(
      `${url} redirects to ${JSON.stringify(location)}.`,
      inConfig('Set the address that it redirects to:', 'site', EXAMPLE),
    )
  }
  return problem(
    `${url} does not lead to this service: ${front.address} answered with status ${status}${by}.`,
    {
      says: 'Let the reverse proxy pass every path on to the address of http.listen, or correct site.base_url.',
    },
    command('What is answered there:', `curl -i ${url}/readyz`),
  )
}
