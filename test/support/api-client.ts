import { expect } from 'bun:test'
import { mailgauge, type Running } from './binary.ts'
import { until } from './until.ts'

export interface WireCheck {
  name: string
  status: string
  score: number
  detail: Record<string, string>
}

export interface WireReport {
  token: string
  address: string
  status: string
  score?: number
  message_id?: string
  received_at?: string
  checks: WireCheck[]
}

/** A client of the API of a running binary, with a key made by its own command line. */
export async function apiClient(running: Running) {
  const made = await mailgauge(['key', 'create', '--name', 'tests', '--scopes', 'tests:write,tests:read'], {
    cwd: running.folder,
  })
  const secret = /mg_[0-9A-Za-z]{39}/.exec(made.stdout)?.[0]
  expect(secret, made.stderr).toBeDefined()
  const headers = { authorization: `Bearer ${secret}` }
  const url = (path: string) => `http://${running.http}${path}`

  async function report(token: string, query = ''): Promise<WireReport> {
    const response = await fetch(url(`/v1/tests/${token}${query}`), { headers })
    expect(response.status).toBe(200)
    return (await response.json()) as WireReport
  }

  return {
    secret: secret ?? '',
    get: (path: string) => fetch(url(path), { headers }),
    report,
    async createTest(): Promise<{ token: string; address: string }> {
      const response = await fetch(url('/v1/tests'), { method: 'POST', headers })
      expect(response.status).toBe(201)
      return (await response.json()) as { token: string; address: string }
    },
    /** The report once it is no longer pending. */
    ended: (token: string, atMost?: number) =>
      until(async () => {
        const body = await report(token)
        return body.status === 'pending' ? undefined : body
      }, atMost),
  }
}

export function checkOf(report: WireReport, name: string): WireCheck {
  const check = report.checks.find((one) => one.name === name)
  if (!check) throw new Error(`no check ${name} in the report`)
  return check
}
