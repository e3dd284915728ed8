import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Context, MiddlewareHandler } from 'hono'
import { HttpError } from '../errors/http-error.ts'

/**
 * Host name that the server accepts. With `includesSubdomains`, only its subdomains are accepted; with `port`, only that port.
 */
export interface HostName {
  name: string
  includesSubdomains: boolean
  port: number | undefined
}

export interface AllowedHosts {
  allows(host: string): boolean
  /** Listed names in Vite's syntax: ".name" includes all subdomains. */
  readonly names: readonly string[]
}

export interface HostSources {
  publicUrl?: string | undefined
  allowedHosts?: readonly HostName[]
  /** Address that the server listens on, from `HOST`; undefined means loopback. */
  listenHost?: string | undefined
  ownAddresses?: () => readonly string[]
}

/** Name or address, and port (RFC 9110, 7.2), without anything that a URL parser would interpret differently. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?)(?::(\d{1,5}))?$/i
const MAX_HOST_CHARACTERS = 262

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')
const DEFAULT_PORTS = [80, 443]
const ANY_ADDRESS = ['0.0.0.0', '::']
/** Paths that load balancers request by any host name. The responses reveal nothing. */
const HEALTH_PATHS = /^\/(health|livez|readyz)$/

/** Returns whether requests to this name or address stay on this machine (RFC 6761, RFC 1122). */
export function isLoopback(host: string): boolean {
  const version = isIP(host)
  if (version) return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host === 'localhost' || host.endsWith('.localhost')
}

export const isAnyAddress = (host: string | undefined): boolean => host !== undefined && ANY_ADDRESS.includes(host)

/** Parses one entry of `ALLOWED_HOSTS`: "name", "name:port", "*.name" or an address. Returns undefined for anything else. */
export function parseHostName(entry: string): HostName | undefined {
  const isWildcard = entry.startsWith('*.')
  const parsed = parseHost(isIP(entry) === 6 ? `[${entry}]` : isWildcard ? entry.slice(2) : entry)
  return parsed && !(isWildcard && isIP(parsed.name)) ? { ...parsed, includesSubdomains: isWildcard } : undefined
}

/**
 * Creates the list of allowed hosts: loopback, the host of `publicUrl`, `allowedHosts`, and the address that the server listens
 * on. The list prevents DNS rebinding, in which an attacker's host name resolves to this server. An IP address cannot be rebound.
 */
export function createAllowedHosts({
  publicUrl,
  allowedHosts = [],
  listenHost,
  ownAddresses = readMachineAddresses,
}: HostSources): AllowedHosts {
  const allowed: HostName[] = [...allowedHosts]
  const publicHost = publicUrl === undefined ? undefined : parseHostName(new URL(publicUrl).hostname)
  if (publicHost) allowed.push(publicHost)
  const boundHost = listenHost === undefined || isAnyAddress(listenHost) ? undefined : parseHostName(listenHost)
  if (boundHost) allowed.push(boundHost)
  return {
    allows(host) {
      const requested = parseHost(host)
      if (!requested) return false
      if (isLoopback(requested.name) || allowed.some((it) => matchesHost(it, requested))) return true
      return isAnyAddress(listenHost) && isIP(requested.name) !== 0 && ownAddresses().includes(requested.name)
    },
    names: allowed.map(({ name, includesSubdomains }) => `${includesSubdomains ? '.' : ''}${name}`),
  }
}

/**
 * Refuses requests to a host that is not allowed, with `HOST_NOT_ALLOWED`. `X-Forwarded-Host` is never trusted. If the request
 * target contains a host, both that host and the `Host` header must be allowed.
 */
export function rejectOtherHosts(hosts: AllowedHosts): MiddlewareHandler {
  return async (c, next) => {
    if (!HEALTH_PATHS.test(c.req.path)) {
      const other = findHosts(c).find((host) => !hosts.allows(host))
      if (other !== undefined) throw hostNotAllowedError(other)
    }
    await next()
  }
}

/** Returns every host that a request names. A missing `Host` header, as in HTTP/1.0, counts as an empty host. */
function findHosts(c: Context): readonly string[] {
  const { incoming } = (c.env ?? {}) as { incoming?: { headersDistinct?: NodeJS.Dict<string[]> } }
  const named = incoming ? (incoming.headersDistinct?.['host'] ?? ['']) : [c.req.header('host') ?? []].flat()
  return [...named, new URL(c.req.url).host]
}

const hostNotAllowedError = (host: string) =>
  new HttpError(
    'HOST_NOT_ALLOWED',
    parseHost(host)
      ? `This server does not answer to ${host}. Its admin can add that name to ALLOWED_HOSTS.`
      : 'The request does not name its host.',
  )

function parseHost(text: string): { name: string; port: number | undefined } | undefined {
  const [, name, port] = (text.length <= MAX_HOST_CHARACTERS && HOST.exec(text)) || []
  if (name === undefined || Number(port ?? 0) > 65_535 || !URL.canParse(`http://${name}`)) return undefined
  // The URL parser normalises IP addresses, which have many spellings.
  const normalizedName = new URL(`http://${name}`).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return { name: normalizedName, port: port === undefined ? undefined : Number(port) }
}

function matchesHost(allowed: HostName, requested: { name: string; port: number | undefined }): boolean {
  const matchesPort =
    allowed.port === undefined ||
    (requested.port === undefined ? DEFAULT_PORTS.includes(allowed.port) : requested.port === allowed.port)
  return (
    matchesPort &&
    (allowed.includesSubdomains ? requested.name.endsWith(`.${allowed.name}`) : requested.name === allowed.name)
  )
}

const readMachineAddresses = () =>
  Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => canonicalizeAddress(address)))

const canonicalizeAddress = (address: string) =>
  isIPv4(address) ? address : (parseHost(`[${address}]`)?.name ?? address)
