import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { FileAnalysis } from '../../app/analyze-file.ts'
import type { FileRequest } from '../../app/file-message.ts'
import type { Config } from '../../config/config.ts'
import type { MessageFacts, OwnWork } from '../../mcp/tools/own-tools.ts'
import type { Invocation } from '../command.ts'
import { type Found, findMessages, MESSAGES } from '../message-files/sources.ts'
import { inspectionBody } from '../reports/inspection.ts'
import { reportBody } from '../reports/report.ts'

/** Checks and analyses in this process, as the commands check and analyze make them. */
export interface OpenWork extends OwnWork {
  close(): Promise<void>
}

/** `offline`: no query is sent by any of it. */
export function openOwnWork({ io, deps }: Invocation, config: Config, offline: boolean): OpenWork {
  const say = (sentence: string) => io.say(`${sentence}\n`)
  const open = new Map<boolean, Promise<FileAnalysis>>()

  /** Opened at the first message, and kept: which lists answer is tested once. */
  const analysisOf = (isOffline: boolean): Promise<FileAnalysis> => {
    const known = open.get(isOffline)
    if (known) return known
    const opened = deps.openFileAnalysis(config, { offline: isOffline, sendersKnown: true, progress: say })
    open.set(isOffline, opened)
    return opened
  }

  return {
    async checkName(name) {
      if (offline) return { refused: 'This server was started with --offline: it asks nobody about a name.' }
      const found = await deps.inspectName(config, name, say)
      return 'refused' in found ? found : inspectionBody(found)
    },
    async analyzeMessage(facts) {
      const asked = requestOf(facts)
      if ('refused' in asked) return asked
      const bytes = await bytesOf(facts.source, { cwd: io.cwd, mostBytes: config.smtp.maxMessage })
      if ('refused' in bytes) return bytes
      const analysis = await analysisOf(offline || facts.offline)
      const result = await analysis.analyze({ ...asked, ...bytes })
      return result.kind === 'failed' ? { refused: result.reason } : reportBody(result.report, 'token')
    },
    async close() {
      await Promise.all([...open.values()].map(async (opened) => (await opened).close()))
    },
  }
}

function requestOf({
  clientIp,
  helo,
  sender,
  trustReceived,
}: MessageFacts): Omit<FileRequest, 'bytes'> | { refused: string } {
  if (clientIp !== undefined && isIP(clientIp) === 0)
    return { refused: 'client_ip has to be an address such as 192.0.2.10.' }
  if (sender !== undefined && !/^(?:<>|<?[^\s<>]+@[^\s<>@]+>?)$/.test(sender))
    return { refused: 'sender has to be an address such as bounce@example.org, or "<>".' }
  return {
    trustReceived,
    ...(clientIp !== undefined && { clientAddress: clientIp }),
    ...(helo !== undefined && { helo }),
    ...(sender !== undefined && { sender }),
  }
}

async function bytesOf(
  source: MessageFacts['source'],
  { cwd, mostBytes }: { cwd: string; mostBytes: number },
): Promise<{ bytes: Uint8Array } | { refused: string }> {
  if ('text' in source) return { bytes: new TextEncoder().encode(source.text) }
  if (source.path.includes('\0')) return { refused: 'A path holds no null byte.' }
  const path = resolve(cwd, source.path)
  const { whyNoMessage } = await import('../../app/file-message.ts')
  const found = findMessages([path], {
    cwd,
    mostBytes,
    ...MESSAGES,
    isWanted: (start) => whyNoMessage(start) === undefined,
    standardInput: noInput,
  })
  const [first, second] = [await found.next(), await found.next()]
  if (first.done) return { refused: 'There is no message in it.' }
  if (!second.done) {
    await found.return(undefined)
    return { refused: 'It holds several messages: give a file with one.' }
  }
  return whole(first.value)
}

const whole = (found: Found) => ('refused' in found ? found : { bytes: found.bytes })

/** Standard input is the connection itself. */
async function* noInput(): AsyncGenerator<Uint8Array> {}
