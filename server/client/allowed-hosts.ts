import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Context, MiddlewareHandler } from 'hono'
import { Refusal } from '../errors.ts'

/** A name that the server answers to; with `below`, every name below it; with a port, at that port alone. */
export interface HostName {
  name: string
  below: boolean
  port: number | undefined
}

/** Which names a request may be sent to. */
export interface AllowedHosts {
  /** Whether a `Host` header is one of ours. */
  allows(host: string): boolean
  /** The names that were listed, in Vite's way: ".name" for all below it. */
  readonly names: readonly string[]
}

/** What the allowed hosts come from. */
export interface HostSources {
  /** Where people reach the client. */
  publicUrl?: string | undefined
  /** The names of `ALLOWED_HOSTS`. */
  listed?: readonly HostName[]
  /** Where the server listens, as `HOST` says; the loopback address where it says nothing. */
  listensAt?: string | undefined
  /** The addresses of this machine. */
  ownAddresses?: () => readonly string[]
}

/** RFC 9110, 7.2: a name or an address, and a port; no user, no path, nothing that an URL parser would read in its own way. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d{1,5}))?$/i
const LONGEST = 262

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
/** Ports that a browser leaves out. */
const DEFAULT_PORTS = [80, 443]
const EVERYWHERE = ['0.0.0.0', '::']
/** What orchestrators and load balancers ask by any address; it tells nothing. */
const HEALTH = /^\/(health|livez|readyz)$/

/** Whether what is sent to this name or address stays on this machine (RFC 6761, RFC 1122). */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version) return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host === 'localhost' || host.endsWith('.localhost')
}

/** Whether `HOST` means every address of this machine. */
export const isEverywhere = (host: string | undefined): boolean => host !== undefined && EVERYWHERE.includes(host)

/** Reads one entry of `ALLOWED_HOSTS`: "name", "name:port", "*.name", an address. Undefined where it is none. */
export function readHostName(entry: string): HostName | undefined {
  const below = entry.startsWith('*.')
  const read = readHost(isIP(entry) === 6 ? `[${entry}]` : below ? entry.slice(2) : entry)
  return read && !(below && isIP(read.name)) ? { ...read, below } : undefined
}

/**
 * Which names this server answers to: the loopback's, that of `publicUrl`, those listed and the address it listens at. A
 * page of another name that has been made to point here (DNS rebinding) is refused by it; an address cannot be made to.
 */
export function createAllowedHosts({
  publicUrl,
  listed = [],
  listensAt,
  ownAddresses = addressesOfMachine,
}: HostSources): AllowedHosts {
  const known: HostName[] = [...listed]
  const own = publicUrl === undefined ? undefined : readHostName(new URL(publicUrl).hostname)
  if (own) known.push(own)
  const bound = listensAt === undefined || isEverywhere(listensAt) ? undefined : readHostName(listensAt)
  if (bound) known.push(bound)
  return {
    allows(host) {
      const asked = readHost(host)
      if (!asked) return false
      if (isLoopback(asked.name) || known.some((it) => fits(it, asked))) return true
      return isEverywhere(listensAt) && isIP(asked.name) !== 0 && ownAddresses().includes(asked.name)
    },
    names: known.map(({ name, below }) => `${below ? '.' : ''}${name}`),
  }
}

/**
 * Refuses a request that was sent to a name that is not ours, with `HOST_NOT_ALLOWED`. What a proxy tells of names
 * (`X-Forwarded-Host`) is never believed; of a target that names a host itself, that one and the header must both be ours.
 */
export function refuseOtherHosts(hosts: AllowedHosts): MiddlewareHandler {
  return async (c, next) => {
    if (!HEALTH.test(c.req.path)) {
      const other = hostsOf(c).find((host) => !hosts.allows(host))
      if (other !== undefined) throw refusal(other)
    }
    await next()
  }
}

/** Every host that a request names; an empty one where a request from the wire names none, as HTTP/1.0 may. */
function hostsOf(c: Context): readonly string[] {
  const { incoming } = (c.env ?? {}) as { incoming?: { headersDistinct?: NodeJS.Dict<string[]> } }
  const named = incoming ? (incoming.headersDistinct?.['host'] ?? ['']) : [c.req.header('host') ?? []].flat()
  return [...named, new URL(c.req.url).host]
}

const refusal = (host: string) =>
  new Refusal(
    'HOST_NOT_ALLOWED',
    readHost(host)
      ? `This server does not answer to ${host}. Its admin can add that name to ALLOWED_HOSTS.`
      : 'The request does not name its host.',
  )

function readHost(text: string): { name: string; port: number | undefined } | undefined {
  const [, name, port] = (text.length <= LONGEST && HOST.exec(text)) || []
  if (name === undefined || Number(port ?? 0) > 65_535 || !URL.canParse(`http://${name}`)) return undefined
  // Addresses have many spellings; the URL parser knows them all.
  const plain = new URL(`http://${name}`).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return { name: plain, port: port === undefined ? undefined : Number(port) }
}

function fits(known: HostName, asked: { name: string; port: number | undefined }): boolean {
  const isPort =
    known.port === undefined ||
    (asked.port === undefined ? DEFAULT_PORTS.includes(known.port) : asked.port === known.port)
  return isPort && (known.below ? asked.name.endsWith(`.${known.name}`) : asked.name === known.name)
}

const addressesOfMachine = () =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => canonical(address)))

const canonical = (address: string) => (isIPv4(address) ? address : (readHost(`[${address}]`)?.name ?? address))
