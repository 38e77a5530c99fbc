declare const BUILD_VERSION: string | undefined

/** True in the compiled binary, false when Bun runs the sources. */
export const COMPILED = typeof BUILD_VERSION === 'string'

/** The released version, or `development`. */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'development'
