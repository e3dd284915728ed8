/** Hosts that are this machine itself: a link that somebody sends leads nowhere else. */
const OWN = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** An address that the page was asked to send to. */
export interface LinkAddress {
  address: string
  /** Whether it may be sent there: a socket on this machine. */
  isOwn: boolean
}

/** The address that the query of a page names behind `inspect=`; `null` where it names none. */
export function linkAddress(search: string): LinkAddress | null {
  const asked = new URLSearchParams(search).get('inspect')
  if (!asked) return null
  if (!URL.canParse(asked)) return { address: asked.slice(0, 200), isOwn: false }
  const { protocol, hostname, username, password, href } = new URL(asked)
  const isOwn = /^wss?:$/.test(protocol) && OWN.test(hostname) && username === '' && password === ''
  return { address: href.slice(0, 200), isOwn }
}
