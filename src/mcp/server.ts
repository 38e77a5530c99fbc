import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { type Given, type Input, STRANGERS, type Tool } from './tool.ts'

/** What a server tells of itself, and whom it tells of faults. */
export interface ServerDeps {
  tools: readonly Tool[]
  version: string
  /** How the tools belong together, for whoever uses them. */
  instructions: string
  /** Is told what a tool met that is a bug. */
  failed(cause: unknown): void
}

/** No tool takes as much. */
const MOST_ELEMENTS = 100

/** A server for one connection, or for one request. */
export function createServer({ tools, version, instructions, failed }: ServerDeps): McpServer {
  const server = new McpServer(
    { name: 'mailgauge', title: 'Mailgauge', version },
    { capabilities: { tools: { listChanged: false } }, instructions, maxToolInputElements: MOST_ELEMENTS },
  )
  for (const tool of tools) {
    const { name, title, readOnly } = tool
    server.registerTool(
      name,
      {
        title,
        description: tool.description,
        inputSchema: schemaOf(tool.input),
        annotations: { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: true },
      },
      async (given, { mcpReq }) => resultOf(tool, given, mcpReq.signal, failed),
    )
  }
  return server
}

/** A schema is compiled once, not for every server. */
const schemas = new WeakMap<Input, ReturnType<typeof fromJsonSchema<Given>>>()

function schemaOf(input: Input) {
  const known = schemas.get(input)
  if (known) return known
  // The same data, which the package would be free to change.
  const made = fromJsonSchema<Given>(JSON.parse(JSON.stringify(input)))
  schemas.set(input, made)
  return made
}

const text = (words: string) => ({ type: 'text' as const, text: words })

async function resultOf(tool: Tool, given: Given, signal: AbortSignal, failed: (cause: unknown) => void) {
  const told = await tool.run(given, signal).catch((cause: unknown) => {
    if (!signal.aborted) failed(cause)
    return { refused: 'Something went wrong here. The log of the service says what.' }
  })
  if ('refused' in told) return { content: [text(told.refused)], isError: true }
  return {
    content: [
      ...(told.next ? [text(told.next)] : []),
      ...(told.byStrangers ? [text(STRANGERS)] : []),
      text(JSON.stringify(told.data)),
    ],
  }
}
