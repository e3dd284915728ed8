import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** IPv4 networks that are not on the public internet (RFC 6890): this machine, private networks and reserved ranges. */
const NON_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/**
 * Global unicast addresses (RFC 4291), which excludes RFC 4193. The second list has reserved ranges and ranges that embed IPv4
 * addresses.
 */
const PUBLIC_IPV6 = '2000::/3'
const NON_PUBLIC_IPV6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']

const createBlockList = (type: 'ipv4' | 'ipv6', networks: readonly string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), type)
  }
  return list
}
const nonPublicIpv4 = createBlockList('ipv4', NON_PUBLIC_IPV4)
const publicIpv6 = createBlockList('ipv6', [PUBLIC_IPV6])
const nonPublicIpv6 = createBlockList('ipv6', NON_PUBLIC_IPV6)

/** Returns whether an IP address is on the public internet, so neither this machine nor in a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !nonPublicIpv4.check(address, 'ipv4')
  return isIP(address) === 6 && publicIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6')
}

export class NonPublicAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not a public address.`)
  }
}

export type ResolveHost = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a lookup for `net.connect` that resolves a name to its public addresses only. The socket connects to the checked
 * address, so a name that resolves differently a moment later (DNS rebinding) gains nothing. Fails with {@link
 * NonPublicAddressError}.
 */
export const createPublicLookup =
  (resolve: ResolveHost): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const publicAddresses = error ? [] : addresses.filter(({ address }) => isPublicAddress(address))
      const [first] = publicAddresses
      if (error || !first) return done(error ?? new NonPublicAddressError(host), '', 0)
      if (options.all) return done(null, publicAddresses)
      return done(null, first.address, first.family)
    })
  }

export const lookupPublic: LookupFunction = createPublicLookup(lookup)

/** Returns whether the host of a URL is a non-public IP address. Host names are checked later, when a delivery is sent. */
export function hasPrivateIpHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}
