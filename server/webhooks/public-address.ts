import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** What is nobody's on the internet (RFC 6890, RFC 4193, RFC 4291): this machine, its network, and what is kept for later. */
const NOT_PUBLIC = [
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
/** Only global unicast is public, and of that not what stands for an address of version 4, or for nothing. */
const PUBLIC_6 = '2000::/3'
const NOT_PUBLIC_6 = ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (type: 'ipv4' | 'ipv6', networks: readonly string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), type)
  }
  return list
}
const notPublic = listOf('ipv4', NOT_PUBLIC)
const public6 = listOf('ipv6', [PUBLIC_6])
const notPublic6 = listOf('ipv6', NOT_PUBLIC_6)

/** Whether an IP address is one of the internet, and not of this machine or of a network it stands in. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** What is said of an address that webhooks are not sent to. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not a public address.`)
  }
}

/**
 * Looks a name up and hands on public addresses alone. It is the address that is connected to, so a name that means another
 * thing a moment later gains nothing by it.
 */
export const lookupPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (fault, addresses) => {
    const found = fault ? [] : addresses.filter(({ address }) => isPublic(address))
    const [first] = found
    if (fault || !first) return done(fault ?? new NotPublic(host), '', 0)
    if (options.all) return done(null, found)
    return done(null, first.address, first.family)
  })
}

/** Whether the host of an address of the web is an IP address that is not public; names are looked up when they are sent to. */
export function isPrivateLiteral(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublic(host)
}
