import type { Refusal } from '../core/refusal.ts'
import { refusalAnswer } from './refusals.ts'

export type Headers = Record<string, string>

/** Sent with everything under /v1. */
const EVERYWHERE: Headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A body of the API. */
export function answer(status: number, body: unknown, headers: Headers = {}): Response {
  return Response.json(body, { status, headers: { ...EVERYWHERE, ...headers } })
}

/** A body of the API that is JSON already. */
export function answerJson(
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
  headers: Headers = {},
): Response {
  return new Response(json, {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...EVERYWHERE, ...headers },
  })
}

/** An error body of the API. */
export function problem(status: number, error: string, headers: Headers = {}): Response {
  return answer(status, { error }, headers)
}

export function refuse(refusal: Refusal, headers: Headers = {}): Response {
  const { status, error, headers: own } = refusalAnswer(refusal)
  return problem(status, error, { ...headers, ...own })
}
