import type { Deps } from '../boot/deps.ts'
import { toSubnet } from '../http/client-address.ts'
import { countAttempt } from './rate-limit.ts'

/**
 * Counts a response that reveals whether an e-mail address has an account, per IP address and per network. Logs a warning for the
 * first refused lookup of each hour, because refusals suggest enumeration. Throws `TOO_MANY_REQUESTS`.
 */
export async function countEmailLookup(deps: Deps, address: string): Promise<void> {
  const { limits, log } = deps
  const warnAbout = (from: string) => ({
    onExceeded: () => log.warn({ from, limit: 'email-lookup' }, 'many e-mail addresses are being looked up'),
  })
  const subnet = toSubnet(address)
  await countAttempt(deps, 'email-lookup', address, limits.emailLookupsFromAddress, warnAbout(address))
  await countAttempt(deps, 'email-lookup-subnet', subnet, limits.emailLookupsFromSubnet, warnAbout(subnet))
}
