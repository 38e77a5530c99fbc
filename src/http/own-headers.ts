import type { Headers } from './answer.ts'

/**
 * What every answer to a request says of the request itself: its id, the budget of its account. A handler that is asked often
 * takes them along as it makes its answer, which costs less than setting them on it afterwards.
 */
export interface OwnHeaders {
  /** The id of the request. */
  readonly id: string
  add(headers: Headers): void
  /** All that were added. */
  take(): Headers
  /** Sets them on an answer that was made without. */
  setOn(response: Response): void
}

export function ownHeaders(id: string): OwnHeaders {
  const all: Headers = { 'x-request-id': id }
  let isTaken = false
  return {
    id,
    add(headers) {
      Object.assign(all, headers)
    },
    take() {
      isTaken = true
      return all
    },
    setOn(response) {
      if (isTaken) return
      for (const [name, value] of Object.entries(all)) response.headers.set(name, value)
    },
  }
}
