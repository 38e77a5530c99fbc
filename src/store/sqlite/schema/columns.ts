import { customType, integer } from 'drizzle-orm/sqlite-core'

/** A moment, in milliseconds. */
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' })

/** Octets. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'blob' })
