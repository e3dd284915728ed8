import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'

/** The same of a request that no app has seen yet. */
export function addressOfIncoming({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  return addressTold([headers['x-forwarded-for'] ?? ''].flat().join(','), socket.remoteAddress, trustedProxies)
}

/**
 * The address of the caller's machine. Behind proxies it is what the outermost trusted one saw; of an IPv6 address the
 * network counts (the first 64 bits), because one machine has as many as it likes.
 */
export function addressOf(c: Context, trustedProxies: number): string {
  const socket = (c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
  return addressTold(c.req.header('x-forwarded-for') ?? '', socket?.remoteAddress, trustedProxies)
}

function addressTold(forwarded: string, remote: string | undefined, trustedProxies: number): string {
  const told = trustedProxies > 0 ? forwarded.split(',').at(-trustedProxies)?.trim() : undefined
  return networkOf(told || remote || 'local')
}

/** What counts of an address: all of an IPv4 one, the network (the first 64 bits) of an IPv6 one. */
export function networkOf(told: string): string {
  const address = told.replace(/^::ffff:/, '')
  return address.includes(':') ? network(address) : address
}

const LOOPBACK = '0:0:0:0:0:0:0:1'

/** The network of an IPv6 address: its first 64 bits, as four groups. This machine is in none, and stays itself. */
export function network(address: string): string {
  const [before = '', after] = address.split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  // A group is a number, which proxies write with zeros before it or without.
  const number = (group: string) => group.toLowerCase().replace(/^0+(?=.)/, '')
  const groups = [...head, ...zeros, ...tail].map(number)
  return groups.join(':') === LOOPBACK ? '::1' : groups.slice(0, 4).join(':')
}
