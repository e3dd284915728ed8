import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** Works as {@link getClientAddress} for a Node request, before the app receives it. */
export function getIncomingClientAddress({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  return resolveAddress([headers['x-forwarded-for'] ?? ''].flat().join(','), socket.remoteAddress, trustedProxies)
}

/**
 * Returns the caller's IP address. Behind proxies, this is the address that the outermost trusted proxy saw. An IPv6 address is
 * reduced to its network (the first 64 bits), because one machine can use any address of that network.
 */
export function getClientAddress(c: Context, trustedProxies: number): string {
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return resolveAddress(c.req.header('x-forwarded-for') ?? '', socket?.remoteAddress, trustedProxies)
}

function resolveAddress(forwarded: string, remote: string | undefined, trustedProxies: number): string {
  const forwardedFor = trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim() : undefined
  return toRateLimitAddress(forwardedFor || remote || 'local')
}

/** Returns the part of an address that identifies a caller: all of IPv4, the first 64 bits of IPv6. */
export function toRateLimitAddress(rawAddress: string): string {
  const address = rawAddress.replace(/^::ffff:/, '')
  return address.includes(':') ? toIpv6Network(address) : address
}

/** Returns the larger network of a result of {@link toRateLimitAddress}: the first 24 bits of IPv4, the first 48 of IPv6. */
export const toSubnet = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')

const LOOPBACK = '0:0:0:0:0:0:0:1'

/** Returns the network of an IPv6 address: its first 64 bits, as four groups. Returns the loopback address unchanged. */
export function toIpv6Network(address: string): string {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  // Proxies write groups with or without leading zeros.
  const normalizeGroup = (group: string) => group.toLowerCase().replace(/^0+(?=.)/, '')
  const groups = [...head, ...zeros, ...tail].map(normalizeGroup)
  return groups.join(':') === LOOPBACK ? '::1' : groups.slice(0, 4).join(':')
}
