import { Database } from 'bun:sqlite'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import { mailgauge, type Running } from '../../test/support/binary.ts'
import { connectSmtp } from '../../test/support/smtp-client.ts'
import type { Sent } from './corpus.ts'

const onTheSite = { headers: { 'sec-fetch-site': 'same-origin' }, redirect: 'manual' } as const

export function post({ http }: Running, path: string, body?: FormData | URLSearchParams): Promise<Response> {
  return fetch(`http://${http}${path}`, { method: 'POST', ...onTheSite, ...(body && { body }) })
}

export async function anonymousTest(running: Running): Promise<{ token: string; address: string }> {
  const made = await post(running, '/')
  const token = made.headers.get('location')?.split('/').at(-1)
  const answer = await fetch(`http://${running.http}/v1/shared/${token}`)
  return (await answer.json()) as { token: string; address: string }
}

/** As the envelope of the case has it. */
export async function deliver({ smtp }: Running, to: string, [given, data]: Sent): Promise<void> {
  const { clientAddress = '', helo = 'mail.example.org', mailFrom = '' } = given.envelope
  const client = await connectSmtp({ ...smtp, ...(isIPv4(clientAddress) && { localAddress: clientAddress }) })
  await client.reply()
  await client.command(`EHLO ${helo}`)
  const { code, lines } = await client.deliver({ from: mailFrom, to: [to], data })
  if (code !== 250) throw new Error(`${given.name}: ${lines.join(' ')}`)
  await client.command('QUIT')
}

export async function upload(running: Running, [, data]: Sent): Promise<void> {
  const body = new FormData()
  body.append('message', new Blob([data]), 'message.eml')
  await post(running, '/upload', body)
}

/** A client of the API with a key of its own. */
export async function keyed(running: Running, name: string, ...options: string[]) {
  const line = ['key', 'create', '--json', '--name', name, '--scopes', 'tests:write,tests:read', ...options]
  const { stdout, stderr } = await mailgauge(line, { cwd: running.folder })
  if (stdout === '') throw new Error(stderr)
  const { id, key } = JSON.parse(stdout) as { id: string; key: string }
  const authorization = `Bearer ${key}`
  const create = async (more: Record<string, string> = {}) => {
    const headers = { authorization, ...more }
    const made = await fetch(`http://${running.http}/v1/tests`, { method: 'POST', headers })
    return (await made.json()) as { token: string; address: string }
  }
  return { id, secret: key, create }
}

/** What a query gives from the database, beside the service. */
export function ask<Row>(folder: string, sql: string): Row[] {
  const database = new Database(join(folder, 'data', 'mailgauge.db'))
  const rows = database.query(sql).all() as Row[]
  database.close()
  return rows
}

/** How many messages have no outcome yet. */
export function waiting(folder: string): number {
  return ask(folder, 'SELECT id FROM messages WHERE status IS NULL').length
}
