/** Host names of this computer. No others are allowed, because an attacker's link must not send the recording elsewhere. */
const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Address that the page's URL names as the receiver of the recording. */
export interface StatelyAddress {
  address: string
  /** Whether the address is allowed: a socket on this computer. */
  isLoopback: boolean
}

/** Returns the address in a page's query parameter `inspect`; `null` without one. */
export function parseStatelyAddress(search: string): StatelyAddress | null {
  const requested = new URLSearchParams(search).get('inspect')
  if (!requested) return null
  if (!URL.canParse(requested)) return { address: requested.slice(0, 200), isLoopback: false }
  const { protocol, hostname, username, password, href } = new URL(requested)
  const isOwn = /^wss?:$/.test(protocol) && LOOPBACK_HOST.test(hostname) && username === '' && password === ''
  return { address: href.slice(0, 200), isLoopback: isOwn }
}
