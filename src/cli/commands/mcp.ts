import { createClient } from '../../../clients/typescript/src/client.ts'
import type { Config } from '../../config/config.ts'
import { API_OPTIONS, KEY_MISSING, serviceOf } from '../api-client.ts'
import { type Command, EXIT, type Invocation, misuse, withConfig } from '../command.ts'
import { openOwnWork } from '../mcp/own-work.ts'

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serves tools to an AI agent, by MCP',
  about:
    'Speaks the Model Context Protocol, and is started by the program of the agent. Tests, reports, domains and DMARC summaries come from a service over its API, within the scopes of the key; check_name and analyze_message run in this process, as the commands check and analyze do. Without a key only these two are offered. Ends when standard input does.',
  options: {
    ...API_OPTIONS,
    offline: { sentence: 'Sends no query for check_name and analyze_message.' },
  },
  configured: true,
  examples: [
    [
      'mailgauge mcp --url https://mailgauge.example.org',
      'What the program of the agent starts, with the key in MAILGAUGE_API_KEY.',
    ],
  ],
  run: withConfig(async (invocation, config) => {
    const service = serviceOf(invocation)
    if ('wrong' in service) return misuse(invocation.io, service.wrong)
    return serve(invocation, config, service)
  }),
}

async function serve(
  invocation: Invocation,
  config: Config,
  service: { baseUrl: string; apiKey: string },
): Promise<number> {
  const { io, deps, isSet } = invocation
  const say = (sentence: string) => io.say(`${sentence}\n`)
  const [{ serveOverStdio }, api, own] = await Promise.all([
    import('../../mcp/over-stdio.ts'),
    import('../../mcp/tools/api-tools.ts'),
    import('../../mcp/tools/own-tools.ts'),
  ])
  const hasKey = service.apiKey !== ''
  if (!hasKey) say(`${KEY_MISSING} Without one only check_name and analyze_message are offered.`)
  const work = openOwnWork(invocation, config, isSet('offline'))
  const connection = serveOverStdio({
    tools: [
      ...(hasKey ? api.apiTools(createClient({ ...service, maxRateLimitWait: 30 })) : []),
      ...own.ownTools(work),
    ],
    instructions: [...(hasKey ? [api.API_INSTRUCTIONS] : []), own.OWN_INSTRUCTIONS].join(' '),
    version: deps.version,
    input: process.stdin,
    output: process.stdout,
    say,
    failed: (cause) => say(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)),
  })
  const stopListening = io.onInterrupt(() => void connection.close())
  await connection.ended
  stopListening()
  await work.close()
  return EXIT.done
}
