const DAY_MS = 86_400_000

/** Validity of the file, in days: well below the year that RFC 9116 recommends. */
const VALID_DAYS = 180

/** Returns a security.txt with the contact for security reports (RFC 9116). `contact` is a URI (`mailto:`, `https:`). */
export function formatSecurityTxt(contact: string, now: Date, publicUrl?: string): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(midnight + VALID_DAYS * DAY_MS).toISOString().replace('.000', '')
  // A URL in this file must be https (RFC 9116, 2.5.2).
  const canonical = publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []
  return [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, de', ...canonical, ''].join('\n')
}
