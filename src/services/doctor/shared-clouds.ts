import { inNetwork, normaliseAddress } from '../../net/ip.ts'
import { addressIn } from './public-resolvers.ts'

/** What the firmware of this machine says of who made it, as systems of Linux show it. */
export interface Maker {
  vendor: string
  assetTag: string
}

interface Cloud {
  name: string
  /** Of its machines, by what tells them apart (cloud-init, tools/ds-identify and sources/helpers; November 2026). */
  made?(maker: Maker): boolean
  /** Its resolver for all customers. */
  resolvers: readonly string[]
}

/**
 * Clouds whose machines and resolvers Spamhaus answers with 127.255.255.254, as their reverse names tell no customer apart: by its own
 * pages "If you query the legacy DNSBLs via …" of February 2024 (DigitalOcean), April 2024 (Vultr), April 2025 (Microsoft) and
 * September 2022 (the DNS of Amazon alone, not what runs at Amazon).
 */
const CLOUDS: readonly Cloud[] = [
  {
    name: 'DigitalOcean',
    made: ({ vendor }) => vendor === 'DigitalOcean',
    resolvers: ['67.207.67.2', '67.207.67.3'],
  },
  { name: 'Vultr', made: ({ vendor }) => vendor === 'Vultr', resolvers: ['108.61.10.10'] },
  {
    name: 'Microsoft Azure',
    made: ({ assetTag }) => assetTag === '7783-7084-3265-9085-8269-3286-77',
    resolvers: ['168.63.129.16'],
  },
  { name: 'Amazon Web Services', resolvers: ['169.254.169.253', 'fd00:ec2::253'] },
]

/** The cloud that a machine runs in, where Spamhaus refuses its machines. */
export function refusedCloudOf(maker: Maker): string | undefined {
  return CLOUDS.find(({ made }) => made?.(maker))?.name
}

/** The cloud whose resolver for all its customers that is. */
export function cloudResolverOf(server: string): { name: string; address: string } | undefined {
  const address = normaliseAddress(addressIn(server))
  if (address === undefined) return undefined
  const cloud = CLOUDS.find(({ resolvers }) => resolvers.some((one) => inNetwork(address, one)))
  return cloud && { name: cloud.name, address }
}
