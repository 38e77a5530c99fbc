import { readFileSync } from 'node:fs'
import { parseServer } from './server-address.ts'

/** As glibc reads them (resolv.conf(5)). */
const MOST_SERVERS = 3
const LONGEST_FILE = 65_536

/** The servers of the system's resolv.conf; loopback when it names none. */
export function systemServers(path = '/etc/resolv.conf'): string[] {
  const servers = serversIn(readText(path))
  return servers.length > 0 ? servers : ['127.0.0.1']
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, LONGEST_FILE)
  } catch {
    return ''
  }
}

function serversIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/[ \t]/).filter(Boolean))
    .flatMap(([keyword, address]) => (keyword === 'nameserver' && address ? [address] : []))
    .filter((address) => parseServer(address) !== undefined)
    .slice(0, MOST_SERVERS)
}
