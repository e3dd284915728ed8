/** Time in milliseconds after which the object URL is revoked. The download must have started by then. */
const REVOKE_DELAY_MS = 10_000

export function downloadPicture(picture: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
