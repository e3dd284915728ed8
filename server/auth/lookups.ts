import type { Deps } from '../deps.ts'
import { countCall } from './rate-limit.ts'

/**
 * Counts one answer that tells whether an address has an account, for the caller's machine and for the network around
 * it. The first that is refused is logged as a warning, once an hour: somebody is looking addresses up. Throws
 * `TOO_MANY_REQUESTS`.
 */
export async function countLookup(deps: Deps, address: string): Promise<void> {
  const { limits, log } = deps
  const told = (from: string) => ({
    onPassed: () => log.warn({ from, limit: 'email-lookup' }, 'many e-mail addresses are being looked up'),
  })
  const subnet = subnetOf(address)
  await countCall(deps, 'email-lookup', address, limits.emailLookupsFromAddress, told(address))
  await countCall(deps, 'email-lookup-subnet', subnet, limits.emailLookupsFromSubnet, told(subnet))
}

/** The network of an address: the first 24 bits of IPv4, the first 48 of an IPv6 network as it is counted. */
const subnetOf = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')
