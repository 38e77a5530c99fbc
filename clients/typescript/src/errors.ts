/** Anything that keeps a call from its result, apart from the caller's own abort. */
export class MailgaugeError extends Error {
  override readonly name: string = 'MailgaugeError'
}

/** The service refused. Branch on the class or on `status`; the text is for people. */
export class ApiError extends MailgaugeError {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined
  /** Seconds to wait before asking again, where the service said so. */
  readonly retryAfter: number | undefined

  constructor(error: string, { status, requestId, retryAfter }: Refused) {
    super(error)
    this.status = status
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

export interface Refused {
  status: number
  requestId: string | undefined
  retryAfter: number | undefined
}

/** 400: the request is wrong. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError'
}

/** 401: the key is missing, malformed, expired or revoked. */
export class UnauthenticatedError extends ApiError {
  override readonly name = 'UnauthenticatedError'
}

/** 403: the key lacks a scope, or the account's plan has no API access. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError'
}

/** 404: there is no such test, message or domain, or it has expired. */
export class NotFoundError extends ApiError {
  override readonly name: string = 'NotFoundError'
}

/** What was given for a token or an id is none: nothing can have it, and the service was not asked. */
export class InvalidIdError extends NotFoundError {
  override readonly name = 'InvalidIdError'

  constructor(given: unknown, wanted: string) {
    const shown = typeof given === 'string' ? JSON.stringify(given.slice(0, 100)) : typeof given
    super(`Expected ${wanted}, found ${shown}`, { status: 404, requestId: undefined, retryAfter: undefined })
  }
}

/** 409: the first request with the same idempotency key has no answer yet. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}

/** 429: too many requests, or the tests of the month are used up. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError'
}

/** 5xx: the service, or a proxy before it, has a fault. */
export class ServiceError extends ApiError {
  override readonly name = 'ServiceError'
}

/** There was no answer: no network, no such host, nothing listens, or it took too long. `cause` says more. */
export class ConnectionError extends MailgaugeError {
  override readonly name = 'ConnectionError'
}

/** Something answered, but not as the API of Mailgauge does: the address is probably wrong. */
export class UnexpectedAnswerError extends MailgaugeError {
  override readonly name = 'UnexpectedAnswerError'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** No report came within the time. */
export class WaitTimeoutError extends MailgaugeError {
  override readonly name = 'WaitTimeoutError'
}

/** What came to a webhook was not sent by the service, not with this secret, or too long ago: do not trust it. */
export class WebhookVerificationError extends MailgaugeError {
  override readonly name = 'WebhookVerificationError'
}

/** The error class for a status. */
export function apiError(error: string, refused: Refused): ApiError {
  const { status } = refused
  if (status >= 500) return new ServiceError(error, refused)
  const Kind = BY_STATUS[status] ?? ApiError
  return new Kind(error, refused)
}

const BY_STATUS: Readonly<Record<number, new (error: string, refused: Refused) => ApiError>> = {
  400: BadRequestError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitedError,
}
