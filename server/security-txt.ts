const DAY_MS = 86_400_000

/** How long the file says it holds: well under the year that RFC 9116 asks for. */
const HOLDS_DAYS = 180

/**
 * The file that says where faults of security are to be told (RFC 9116). `contact` is an address (`mailto:`, `https:`); the
 * day on which it ends is counted from `now`, so it never has.
 */
export function securityTxt(contact: string, now: Date, publicUrl?: string): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(midnight + HOLDS_DAYS * DAY_MS).toISOString().replace('.000', '')
  // Where it names an address of the web at all, that has to be https (RFC 9116, 2.5.2).
  const canonical = publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []
  return [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, de', ...canonical, ''].join('\n')
}
