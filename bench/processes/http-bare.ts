/** What reading a stored report costs at least: Bun.serve with one read of bun:sqlite, out of the database that is named. */
import { Database } from 'bun:sqlite'

const database = new Database(process.argv[2] ?? '', { readonly: true })
const read = database.query<{ body: string }, [string]>('SELECT body FROM reports WHERE token = ?')
const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url }) {
    const row = read.get(url.slice(url.lastIndexOf('/') + 1))
    return row ? new Response(row.body, { headers }) : new Response('', { status: 404 })
  },
})
console.log(JSON.stringify({ port: server.port }))
